// What the page and its workers send each other.

export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module }
  | { kind: "network"; bytes: ArrayBuffer }
  | { kind: "ask"; id: number; question: string };

export type FromWorker =
  | { kind: "part"; id: number; part: string }
  | { kind: "done"; id: number; answer: string }
  | { kind: "failed"; id: number; why: string };
