// What the page and its workers send each other.

export type ToWorker =
  | { kind: "start"; module: WebAssembly.Module }
  | { kind: "ask"; id: number; question: string }
  | { kind: "uai"; id: number; lines: string[] };

export type FromWorker =
  | { kind: "line"; id: number; line: string }
  | { kind: "done"; id: number; answer: string }
  | { kind: "failed"; id: number; why: string };
