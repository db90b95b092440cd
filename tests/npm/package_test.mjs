// The npm package as others use it: packed, installed into an empty folder, and asked there, in Node and in Chromium.
//   node tests/npm/package_test.mjs build/npm/foray-games-1.0.0.tgz [SIGNATURE]      the signature of `foray bench`, if it is at hand
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { after, test } from 'node:test';

const packed = resolve(process.argv[2]);
const signature = Number(process.argv[3] ?? 145401);
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'foray-npm-'));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', packed], { cwd: folder });

const consumer = `
import { Cancelled, Foray, Refused } from "foray-games";
const options: { worker: boolean } = { worker: process.argv[2] !== "no-worker" };
const foray = await Foray.load(options);
const start = await foray.game({ game: "wargame", board: "Smolensk" });
const position = await start.play("c3", "d4");
const seen: number[] = [];
for await (const part of position.analyse({ depth: 4 })) seen.push(part.depth);
let broke = 0;
for await (const part of position.analyse({ ms: options.worker ? 60_000 : 200, solve_ms: 0 })) {
  broke = part.depth;
  break;
}
const small = await foray.game({ game: "squirrels", board: "random:5:4x4", moves: ["a1", "d4"] });
const stop = new AbortController();
const given = options.worker ? position.analyse({ ms: 60_000, signal: stop.signal }).next().then(() => "", String) : Promise.resolve("");
stop.abort();
const why: unknown = await given;
const refused = await start.play("c3", "c3").catch((error: unknown) => error);
const choice = await (await foray.game({ game: "ataxx" })).choose("engine:depth=5");
const trace = await position.trace({ algorithm: "minimax", depth: 2 });
console.log(JSON.stringify({
  scores: position.scores, legal: position.legalMoves.length, back: (await position.back()).moves, seen, broke, why,
  solved: await small.solve(), refused: refused instanceof Refused ? refused.message : "", cancelled: typeof Cancelled,
  choice: choice.move, choiceNodes: choice.nodes, trace: trace.nodes, svg: (await position.svg({ theme: "dark" })).slice(0, 4), pgn: await position.record("pgn"),
  read: (await foray.read(await position.record())).length, games: (await foray.games()).map((one) => one.key), bench: (await foray.bench()).nodes,
}));
`;
writeFileSync(join(folder, 'consumer.ts'), consumer);

test('what the package declares is what TypeScript of others reads, strictly', () => {
  const options = { strict: true, target: 'ES2022', module: 'NodeNext', types: ['node'], typeRoots: [join(root, 'web/node_modules/@types')], lib: ['ES2023', 'DOM', 'ESNext.AsyncIterable'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['consumer.ts'] }));
  execFileSync(process.execPath, [join(root, 'web/node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
});

for (const how of ['worker', 'no-worker']) {
  test(`Node, ${how}`, () => {
    // It ends by itself: an idle worker holds nobody up.
    const said = JSON.parse(execFileSync(process.execPath, ['consumer.js', how], { cwd: folder, encoding: 'utf8', timeout: 300_000 }));
    assert.deepEqual(said.scores, [39, 3]);
    assert.equal(said.legal, 34);
    assert.deepEqual(said.back, ['c3']);
    assert.ok(said.seen.length >= 1 && said.seen.at(-1) === 4, String(said.seen));
    assert.ok(said.broke >= 1);
    assert.match(said.why, how === 'worker' ? /cancelled/ : /^$/);
    assert.equal(said.solved.exact, true);
    assert.match(said.refused, /c3/);
    assert.match(said.choice, /^[a-g][1-7]/);
    assert.equal(said.svg, '<svg');
    assert.match(said.pgn, /\[Result "\*"\]/);
    assert.equal(said.read, 1);
    assert.deepEqual(said.games.sort(), ['ataxx', 'reloaded', 'squirrels', 'stakeraid', 'wargame']);
    assert.equal(said.bench, signature);
  });
}

test('Chromium: the package on a static host, and the board in a page with a strict policy', async (context) => {
  const cannot = spawnSync(join(root, 'script/browser-problem'), ['chromium'], { encoding: 'utf8' });
  if (cannot.status === 0) return context.skip(cannot.stdout.trim());
  const types = { '.js': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };
  const page = `<!doctype html><title>t</title><script type="module" src="/node_modules/foray-games/dist/element.js"></script>
    <foray-board game="wargame" board="Smolensk" moves="c3 d4 e5" ply="2" analyse></foray-board><foray-board id="bad" game="chess"></foray-board>`;
  const host = createServer(({ url }, answer) => {
    try {
      const body = url === '/' ? page : readFileSync(join(folder, new URL(url, 'http://x').pathname));
      const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";
      answer.writeHead(200, { 'content-type': types[extname(url)] ?? (url === '/' ? 'text/html' : 'application/octet-stream'), 'content-security-policy': policy }).end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((listening) => host.listen(0, '127.0.0.1', listening));
  const { chromium } = createRequire(join(root, 'web/package.json'))('playwright-core');
  const args = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  try {
    const tab = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const troubles = [];
    tab.on('console', (message) => message.type() === 'error' && !message.text().includes('favicon') && !message.text().includes('404') && troubles.push(message.text()));
    tab.on('pageerror', (error) => troubles.push(error.message));
    await tab.goto(`http://127.0.0.1:${host.address().port}/`);
    const board = tab.locator('foray-board').first();
    await board.locator('.says').getByText('Move 2: d4. 39 : 3').waitFor({ timeout: 120_000 });
    assert.equal(await board.getByRole('img').count(), 1);
    await board.locator('.known li').first().waitFor({ timeout: 120_000 });
    await board.getByRole('button', { name: 'One move on' }).click();
    await board.locator('.says').getByText('Move 3: e5').waitFor();
    await tab.keyboard.press('ArrowLeft');
    await board.locator('.says').getByText('Move 2: d4').waitFor();
    await tab.locator('#bad .says').getByText("unknown game 'chess'").waitFor();
    if (process.env.FORAY_SHOT) await tab.screenshot({ path: process.env.FORAY_SHOT });
    // The search is the same everywhere, in a worker and without.
    for (const worker of [true, false]) {
      const nodes = await tab.evaluate(async (worker) => {
        const { Foray } = await import('/node_modules/foray-games/dist/browser.js');
        return (await (await Foray.load({ worker })).bench()).nodes;
      }, worker);
      assert.equal(nodes, signature);
    }
    assert.deepEqual(troubles, []);
  } finally {
    await browser.close();
    host.close();
  }
});
