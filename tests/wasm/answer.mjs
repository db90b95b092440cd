// The browser's module as a command like `foray questions`: questions in JSON, one a line on standard input, and an answer a line.
//
//   node tests/wasm/answer.mjs build/wasm/apps/wasm/foray.wasm src/engine/nets/*.net < questions
import { readFileSync } from 'node:fs';
import { loadForay } from './foray.mjs';

const [wasm, ...networks] = process.argv.slice(2);
const module = await loadForay(wasm);
for (const network of networks) {
  if (!module.useNetwork(readFileSync(network))) throw new Error(`${network} is not taken`);
}
const questions = readFileSync(0, 'utf8').split('\n').filter((line) => line !== '');
process.stdout.write(questions.map((line) => `${module.askText(line)}\n`).join(''));
