// The same in a worker of Node.
import { parentPort } from "node:worker_threads";
import type { ToWorker } from "./messages.ts";
import { serve } from "./serve.ts";

const receive = serve((message) => parentPort?.postMessage(message));
parentPort?.on("message", (message: ToWorker) => receive(message));
