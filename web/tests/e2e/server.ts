// Serves dist/ as a careful host would: with a strict content security policy, and compressed.
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import { gzipSync } from "node:zlib";

export const policy =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** Not the root: the page must work in any folder of a host. */
const folder = "/games/foray/";
const dist = resolve(import.meta.dirname, "../../dist");

export interface Served {
  url: string;
  /** Bytes sent, headers not counted. */
  sent: () => number;
  close: () => Promise<void>;
}

/** Serves dist/, unless FORAY_URL names a server that does so already. */
export async function serveDist(): Promise<Served> {
  const elsewhere = process.env["FORAY_URL"];
  if (elsewhere) return { url: elsewhere, sent: () => 0, close: async () => {} };
  let sent = 0;
  const kept = new Map<string, Buffer>();
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://loopback").pathname));
    const name = path.startsWith(folder) ? path.slice(folder.length) : "none";
    const file = join(dist, name === "" ? "index.html" : name);
    if (!file.startsWith(dist) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    // As `foray serve` does: what was packed when the page was built, in the smallest form that the browser takes.
    const brotli = existsSync(`${file}.br`) && /\bbr\b/.test(String(request.headers["accept-encoding"]));
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-security-policy": policy,
      "content-encoding": brotli ? "br" : "gzip",
      "cache-control": "no-cache",
    });
    const packed = brotli ? `${file}.br` : `${file}.gz`;
    const body = kept.get(packed) ?? (existsSync(packed) ? readFileSync(packed) : gzipSync(readFileSync(file), { level: 9 }));
    kept.set(packed, body);
    sent += body.length;
    response.end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${folder}`,
    sent: () => sent,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
