import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { engineModule } from "./scripts/engine-module.ts";
import { offline } from "./scripts/offline.ts";
import { preloadEngine } from "./scripts/preload.ts";

const inBrowser = {
  environment: "node" as const,
  fileParallelism: false,
  testTimeout: 120_000,
  // What a page shows follows what was done to it after a moment: every question waits for its answer.
  expect: { poll: { timeout: 30_000, interval: 20 } },
  hookTimeout: 60_000,
};

export default defineConfig({
  // Relative, so that the folder works under any path of any static host.
  base: "./",
  plugins: [engineModule(), svelte(), preloadEngine(), offline()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    // Inlined assets would need data: addresses that a strict content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every visit begins with comes as one file, and so does the first screen: each file costs the headers of its answer.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }, { name: "home", test: /[\\/]ui[\\/]Home\.svelte/ }] } },
    },
  },
  test: {
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.ts"], environment: "node" } },
      { extends: true, test: { name: "shots", include: ["tests/shots/**/*.test.ts"], environment: "node", fileParallelism: false } },
      { extends: true, test: { ...inBrowser, name: "e2e", include: ["tests/e2e/**/*.test.ts"] } },
      { extends: true, test: { ...inBrowser, name: "bench", include: ["tests/bench/**/*.test.ts"] } },
      // Whole games only: Firefox takes its time.
      { extends: true, test: { ...inBrowser, name: "firefox", include: ["tests/e2e/games.test.ts"], env: { FORAY_BROWSER: "firefox" } } },
    ],
  },
});
