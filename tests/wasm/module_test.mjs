// The browser's module against the native command: the same signature, the same answers. bench/module_bench.mjs compares their speed.
//
//   node tests/wasm/module_test.mjs build/wasm/apps/wasm/foray.wasm build/release/apps/foray/foray
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { loadForay } from './foray.mjs';

const [wasm, foray] = process.argv.slice(2);
const largestGzip = 256_000;

const parts = [];
const module = await loadForay(wasm, (part) => parts.push(JSON.parse(part)));

test('the module has the exports of the contract and asks for little', () => {
  for (const name of ['memory', '_initialize', 'foray_alloc', 'foray_free', 'foray_ask', 'foray_network']) {
    assert.ok(module.exports.includes(name), name);
  }
  for (const name of module.imports) assert.match(name, /^(wasi_snapshot_preview1\.|foray\.part$)/);
  const size = gzipSync(readFileSync(wasm), { level: 9 }).length;
  console.log(`# ${readFileSync(wasm).length} bytes, ${size} gzipped`);
  assert.ok(size < largestGzip, `${size} bytes gzipped`);
});

test('questions get the same answers as on the command line', () => {
  const game = { game: 'wargame', board: 'Smolensk', moves: ['c3', 'd4'] };
  const questions = [
    { ask: 'games' },
    { ask: 'state', ...game },
    { ask: 'state', game: 'ataxx', start: 'x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1' },
    { ask: 'replay', ...game },
    { ask: 'trace', ...game, depth: 3, most: 500 },
    { ask: 'counts', ...game, depth: 4 },
    { ask: 'solve', game: 'squirrels', board: 'random:5:4x4' },
    { ask: 'record', ...game, format: 'pgn', players: ['Ann', 'B\u00f6'], date: '2026-11-15' },
    { ask: 'picture', ...game, theme: 'dark' },
    { ask: 'edit', game: 'stakeraid', board: '2x2', squares: 'x..o', to_move: 'second' },
    { ask: 'state', game: 'wargame', moves: ['c3', 'c3'] },
    { ask: 'nothing' },
  ];
  const input = questions.map((one) => JSON.stringify(one)).join('\n');
  const native = execFileSync(foray, ['questions'], { input, encoding: 'utf8', maxBuffer: 1 << 26 }).trim().split('\n');
  questions.forEach((question, i) => assert.equal(module.askText(JSON.stringify(question)), native[i], JSON.stringify(question)));
});

test('searches choose as on the command line', () => {
  assert.equal(module.useNetwork(new Uint8Array(100)), false);
  for (const game of ['ataxx', 'reloaded']) {
    assert.equal(module.useNetwork(readFileSync(new URL(`../../src/engine/nets/${game}.net`, import.meta.url))), true);
  }
  for (const question of [
    { ask: 'choose', game: 'ataxx', player: 'engine:depth=5' },
    { ask: 'choose', game: 'ataxx', player: 'engine:depth=5,net=linear' },
    { ask: 'choose', game: 'reloaded', player: 'engine:depth=5' },
    { ask: 'choose', game: 'wargame', board: 'Narvik', player: 'engine:level=4' },
    { ask: 'choose', game: 'stakeraid', board: 'random:3:9x9', player: 'alphabeta:3' },
    { ask: 'analyse', game: 'reloaded', depth: 2, all: true },
    { ask: 'analyse', game: 'wargame', board: 'Smolensk', moves: ['c3'], depth: 5, lines: 3 },
  ]) {
    const text = JSON.stringify(question);
    const here = module.ask(question);
    const there = JSON.parse(execFileSync(foray, ['questions'], { input: text, encoding: 'utf8' }));
    assert.ok(here.ok, text);
    delete here.ms;
    delete there.ms;
    assert.deepEqual(here, there, text);
  }
});

test('wrong and hostile questions are refused, and the module lives on', () => {
  for (const text of ['', '{', '\u0000', '['.repeat(300_000), `{"ask":${'['.repeat(300_000)}`, ' '.repeat(2_000_000)]) {
    assert.equal(JSON.parse(module.askText(text)).ok, false);
  }
  for (let i = 0; i < 2000; ++i) assert.equal(module.ask({ ask: 'state', game: 'ataxx' }).ok, true);
  assert.ok(module.memoryBytes() < 64 << 20, `${module.memoryBytes()} bytes after 2000 questions`);
});

test('analysis says what it has found while it works, and the proof has the last word', () => {
  parts.length = 0;
  const answer = module.ask({ ask: 'analyse', game: 'squirrels', board: 'random:5:4x4', moves: ['a1', 'd4'], ms: 2000, solve_ms: 20_000, lines: 3 });
  assert.ok(parts.length >= 2, `${parts.length} parts`);
  assert.equal(answer.exact, true);
  const solved = module.ask({ ask: 'solve', game: 'squirrels', board: 'random:5:4x4', moves: ['a1', 'd4'] });
  assert.equal(answer.value, solved.value);
  for (const part of [...parts, answer]) {
    assert.equal(part.value, part.moves[0].value);
    assert.deepEqual([...part.moves].sort((a, b) => b.value - a.value).map((one) => one.value), part.moves.map((one) => one.value));
  }
});

test('the signature of the search is the native one', () => {
  const native = JSON.parse(execFileSync(foray, ['bench', '--json'], { encoding: 'utf8' }));
  assert.equal(module.ask({ ask: 'bench' }).nodes, native.signature);
});
