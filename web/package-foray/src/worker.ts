// One instance of the engine in a worker of the browser. The page's desk, player and analyst are all this worker; they differ in what they
// are asked.
import type { ToWorker } from "./messages.ts";
import { serve } from "./serve.ts";

const scope = self as unknown as DedicatedWorkerGlobalScope;
const receive = serve((message) => scope.postMessage(message));
scope.onmessage = ({ data }: MessageEvent<ToWorker>) => receive(data);
