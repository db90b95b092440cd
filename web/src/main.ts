import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { desk } from "./wasm/client.ts";

desk.warmUp();

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
mount(App, { target });
