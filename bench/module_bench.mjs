// How fast the browser's module searches, as a share of the native command in the same run: the positions of `foray bench`, and one search
// of Ataxx with its network. Exit code 1 if the second is less than 0.5.
//
//   node bench/module_bench.mjs build/wasm/apps/wasm/foray.wasm build/release/apps/foray/foray [ROUNDS]
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadForay } from '../tests/wasm/foray.mjs';

const [wasm, foray, rounds = '5'] = process.argv.slice(2);
if (!wasm || !foray || !(Number(rounds) >= 1)) {
  console.error('usage: node bench/module_bench.mjs FORAY.WASM FORAY [ROUNDS]');
  process.exit(2);
}

const module = await loadForay(wasm);
module.useNetwork(readFileSync(new URL('../src/engine/nets/ataxx.net', import.meta.url)));

// Processor time, the best of several in turn: other programs on the machine should not decide. The first rounds of the module are slower,
// until the optimising compiler has seen it work.
function compare(name, question) {
  const best = { native: Infinity, wasm: Infinity };
  for (let round = 0; round < Number(rounds); ++round) {
    const input = JSON.stringify(question);
    const run = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$0" questions', foray], { input, encoding: 'utf8' });
    if (run.status !== 0) {
      console.error(`module_bench: ${foray} questions failed: ${run.stderr.trim()}`);
      process.exit(2);
    }
    best.native = Math.min(best.native, 1000 * Number(run.stderr.trim().split('\n').at(-1)));
    const before = process.cpuUsage();
    module.ask(question);
    best.wasm = Math.min(best.wasm, process.cpuUsage(before).user / 1000);
  }
  const ratio = best.native / best.wasm;
  console.log(`${name}: native ${best.native.toFixed(0)} ms, module ${best.wasm.toFixed(0)} ms: ${ratio.toFixed(2)} of the native speed`);
  return ratio;
}

compare('the positions of foray bench', { ask: 'bench' });
const least = 0.5;
process.exit(compare('Ataxx with its network, 1.5 M nodes', { ask: 'choose', game: 'ataxx', player: 'engine:nodes=1500000' }) >= least ? 0 : 1);
