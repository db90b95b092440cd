// Puts the engine's WebAssembly module where the page imports it from: src/generated/foray.wasm.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

const root = resolve(import.meta.dirname, "..");
const built = resolve(root, "../build/wasm/apps/wasm/foray.wasm");
const target = resolve(root, "src/generated/foray.wasm");

export function engineModule(): Plugin {
  return {
    name: "foray-engine-module",
    buildStart() {
      const source = [process.env["FORAY_WASM"], built].find((path) => path && existsSync(path));
      if (source) {
        mkdirSync(dirname(target), { recursive: true });
        copyFileSync(source, target);
      } else if (!existsSync(target)) {
        this.error(`no engine module: build ${built}, or name one in FORAY_WASM`);
      }
    },
  };
}
