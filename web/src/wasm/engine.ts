// One instance of the C++ module: questions and UAI lines as strings, its memory kept out of sight.
import { wasiImports } from "./wasi.ts";

interface ModuleExports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  foray_alloc(size: number): number;
  foray_free(address: number): void;
  foray_ask(address: number, length: number): number;
  foray_uai(address: number, length: number): void;
}

export interface Engine {
  ask(question: string): string;
  /** Returns when the line has been obeyed; every line of output goes to the listener meanwhile. */
  uai(line: string): void;
}

export async function startEngine(module: WebAssembly.Module, onLine: (line: string) => void): Promise<Engine> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = (address: number, length: number) => decoder.decode(new Uint8Array(api().memory.buffer, address, length));
  const api = () => instance.exports as ModuleExports;

  const instance: WebAssembly.Instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasiImports(() => api().memory),
    foray: { line: (address: number, length: number) => onLine(text(address, length)) },
  });
  api()._initialize();

  function withText<T>(words: string, use: (address: number, length: number) => T): T {
    const bytes = encoder.encode(words);
    const address = api().foray_alloc(bytes.length);
    new Uint8Array(api().memory.buffer, address, bytes.length).set(bytes);
    try {
      return use(address, bytes.length);
    } finally {
      api().foray_free(address);
    }
  }

  return {
    ask: (question) =>
      withText(question, (address, length) => {
        const answer = api().foray_ask(address, length);
        const size = new DataView(api().memory.buffer).getUint32(answer, true);
        return text(answer + 4, size);
      }),
    uai: (line) => withText(line, (address, length) => api().foray_uai(address, length)),
  };
}
