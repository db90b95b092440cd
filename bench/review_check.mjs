// Whether the review of a game is right: games of the raid family between players of all strengths, every move with at most 20 empties held
// to the solver, which is asked about each position by itself. Says how often a mark was wrong; exit code 1 if a "??" or a "?" was, or more
// than one in a hundred of the "?!".
//
//   node bench/review_check.mjs build/wasm/apps/wasm/foray.wasm [MOVES] [SOLVE_MS] [SEED]
import { loadForay } from '../tests/wasm/foray.mjs';

const [wasm, wanted = '2000', solveMs = '12000', seed = '1'] = process.argv.slice(2);
if (!wasm || !(Number(wanted) >= 1) || !(Number(solveMs) >= 0) || !(Number(seed) >= 0)) {
  console.error('usage: node bench/review_check.mjs FORAY.WASM [MOVES] [SOLVE_MS] [SEED]');
  process.exit(2);
}
const module = await loadForay(wasm);
const ask = (question) => {
  const answer = module.ask(question);
  if (!answer.ok) throw new Error(answer.error);
  return answer;
};

const mostEmpties = 20;
const players = ['random:seed=S', 'engine:level=1,seed=S', 'engine:level=3,seed=S', 'engine:level=5,seed=S', 'greedy', 'alphabeta:2'];
const games = [
  ['wargame', '6x6'], ['wargame', '5x5'], ['squirrels', '5x5'], ['stakeraid', '5x5'], ['stakeraid', '6x6'],
];
const shares = { blunder: 0.1, mistake: 0.05, inaccuracy: 0.02 };
const counts = { moves: 0, proved: 0, unsolved: 0 };
const marks = { blunder: 0, mistake: 0, inaccuracy: 0, none: 0 };
const wrong = { blunder: 0, mistake: 0, inaccuracy: 0, missed: 0 };

function play(number) {
  const [game, size] = games[number % games.length];
  const setup = { game, board: `random:${Number(seed) * 1000 + number}:${size}` };
  const moves = [];
  for (;;) {
    const state = ask({ ask: 'state', ...setup, moves });
    if (state.over) return { setup, moves, points: state.values.reduce((sum, value) => sum + value, 0), squares: state.squares.length };
    const player = players[(number * 7 + moves.length * 3 + (moves.length % 2 ? number >> 2 : 0)) % players.length].replace('S', String(number + 1));
    moves.push(ask({ ask: 'choose', ...setup, moves, player }).move);
  }
}

const solved = (setup, moves) => ask({ ask: 'solve', ...setup, moves, nodes: 50_000_000 });

for (let number = 0; counts.moves < Number(wanted); ++number) {
  const { setup, moves, points, squares } = play(number);
  const { judged } = ask({ ask: 'review', ...setup, moves, nodes: 20_000, solve_ms: Number(solveMs) });
  for (let ply = Math.max(0, squares - mostEmpties); ply < moves.length; ++ply) {
    const before = solved(setup, moves.slice(0, ply));
    const after = solved(setup, moves.slice(0, ply + 1));
    // The solver has a minute for a question, which a busy machine may spend on something else.
    if (!before.exact || !after.exact) {
      ++counts.unsolved;
      continue;
    }
    const share = (before.value + after.value) / points;
    const { grade, exact } = judged[ply];
    ++counts.moves;
    if (exact) ++counts.proved;
    ++marks[grade ?? 'none'];
    if (grade && share < shares[grade]) ++wrong[grade];
    if (!grade && share >= shares.mistake) ++wrong.missed;
  }
  console.log(`${counts.moves} moves, ${counts.proved} proved, ${counts.unsolved} left out; marks ${JSON.stringify(marks)}; wrong ${JSON.stringify(wrong)}`);
}
process.exit(wrong.blunder + wrong.mistake > 0 || wrong.inaccuracy * 100 > marks.inaccuracy ? 1 : 0);
