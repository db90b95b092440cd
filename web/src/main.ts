import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
mount(App, { target });

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // After the first game is on the board: keeping files for later must not compete with showing the page.
  addEventListener("load", () => void navigator.serviceWorker.register("./sw.js", { scope: "./" }).catch(() => undefined));
}
