// Writes dist/sw.js: the service worker with the list of files to keep and a version that changes when any of them does.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const root = resolve(import.meta.dirname, "..");

export function offline(): Plugin {
  return {
    name: "foray-offline",
    apply: "build",
    // After Vite has left out the entry that holds nothing but an import: a file that is not there would keep the worker from starting.
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const template = readFileSync(resolve(root, "src/sw.js"), "utf8");
        const published = readdirSync(resolve(root, "public"));
        const files = [...new Set(["./", ...Object.keys(bundle).filter((name) => name !== "index.html"), ...published])].sort();
        const hash = createHash("sha256").update(template);
        for (const name of Object.keys(bundle).sort()) {
          const item = bundle[name];
          if (item) hash.update(name).update(item.type === "chunk" ? item.code : item.source);
        }
        for (const name of published) hash.update(readFileSync(resolve(root, "public", name)));
        const source = template
          .replace("__VERSION__", hash.digest("hex").slice(0, 12))
          .replace('"__FILES__"', JSON.stringify(files));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
