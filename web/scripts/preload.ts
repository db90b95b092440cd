// Lets the browser fetch the engine and the letters while it still reads the page's code: all are needed for the first game.
import type { Plugin } from "vite";

export function preloadEngine(): Plugin {
  return {
    name: "foray-preload-engine",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const named = (pattern: RegExp) => Object.keys(bundle ?? {}).filter((name) => pattern.test(name));
        const engine = named(/\.wasm$/).map((name) => ({ as: "fetch", type: "application/wasm", href: `./${name}` }));
        const font = named(/inter-latin-(?!ext)[^/]*\.woff2$/).map((name) => ({ as: "font", type: "font/woff2", href: `./${name}` }));
        return [...font, ...engine].map((attrs) => ({ tag: "link", attrs: { rel: "preload", ...attrs, crossorigin: "" }, injectTo: "head" as const }));
      },
    },
  };
}
