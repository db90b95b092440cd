import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { language } from "./language.svelte.ts";
import { notices } from "./state/notices.svelte.ts";
import { followSettings, settings } from "./state/settings.svelte.ts";
import { desk } from "./wasm/client.ts";

desk.warmUp();

async function start(): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("the page has no #app");
  // A language that cannot be loaded leaves the page in English.
  await language.use(settings.language).catch((why: unknown) => notices.error(why));
  mount(App, { target });
  followSettings();
}

// Not awaited by this module: a language's module imports from the file that this one is in, and would wait for it.
void start();
