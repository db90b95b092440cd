// Lets the browser fetch the engine while it still reads the page's code: both are needed for the first game.
import type { Plugin } from "vite";

export function preloadEngine(): Plugin {
  return {
    name: "foray-preload-engine",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const engine = Object.keys(bundle ?? {}).find((name) => name.endsWith(".wasm"));
        if (!engine) return [];
        return [{ tag: "link", attrs: { rel: "preload", as: "fetch", type: "application/wasm", href: `./${engine}`, crossorigin: "" }, injectTo: "head" }];
      },
    },
  };
}
