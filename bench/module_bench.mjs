// How fast the browser's module searches, as a share of the native command in the same run: the positions of `foray bench`.
// Exit code 1 if it is less than 0.6.
//
//   node bench/module_bench.mjs build/wasm/apps/wasm/foray.wasm build/release/apps/foray/foray [ROUNDS]
import { spawnSync } from 'node:child_process';
import { loadForay } from '../tests/wasm/foray.mjs';

const [wasm, foray, rounds = '10'] = process.argv.slice(2);
if (!wasm || !foray || !(Number(rounds) >= 1)) {
  console.error('usage: node bench/module_bench.mjs FORAY.WASM FORAY [ROUNDS]');
  process.exit(2);
}

const module = await loadForay(wasm);

// Processor time, the best of several in turn: other programs on the machine should not decide. The first rounds of the module are slower,
// until the optimising compiler has seen it work.
const best = { native: Infinity, wasm: Infinity };
for (let round = 0; round < Number(rounds); ++round) {
  const run = spawnSync('bash', ['-c', 'TIMEFORMAT=%U; time "$0" bench --json', foray], { encoding: 'utf8' });
  if (run.status !== 0) {
    console.error(`module_bench: ${foray} bench failed: ${run.stderr.trim()}`);
    process.exit(2);
  }
  best.native = Math.min(best.native, 1000 * Number(run.stderr.trim().split('\n').at(-1)));
  const before = process.cpuUsage();
  module.ask({ ask: 'bench' });
  best.wasm = Math.min(best.wasm, process.cpuUsage(before).user / 1000);
}
const aim = 0.6;
const ratio = best.native / best.wasm;
console.log(`native ${best.native.toFixed(0)} ms, module ${best.wasm.toFixed(0)} ms: ${ratio.toFixed(2)} of the native speed (aim ${aim})`);
process.exit(ratio >= aim ? 0 : 1);
