// One instance of the C++ module: questions as strings, its memory kept out of sight.
import { wasiImports } from "./wasi.ts";

interface ModuleExports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  foray_alloc(size: number): number;
  foray_free(address: number): void;
  foray_ask(address: number, length: number): number;
  foray_network(address: number, length: number): number;
}

export interface Engine {
  /** Returns the answer; what a question that takes time has found so far goes to the listener meanwhile. */
  ask(question: string): string;
  /** From now on the engine judges by this network; false if the bytes are none. */
  useNetwork(bytes: ArrayBuffer): boolean;
}

export async function startEngine(module: WebAssembly.Module, onPart: (part: string) => void): Promise<Engine> {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = (address: number, length: number) => decoder.decode(new Uint8Array(api().memory.buffer, address, length));
  const api = () => instance.exports as ModuleExports;

  const instance: WebAssembly.Instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasiImports(() => api().memory),
    foray: { part: (address: number, length: number) => onPart(text(address, length)) },
  });
  api()._initialize();

  function withBytes<T>(bytes: Uint8Array, use: (address: number, length: number) => T): T {
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
      withBytes(encoder.encode(question), (address, length) => {
        const answer = api().foray_ask(address, length);
        const size = new DataView(api().memory.buffer).getUint32(answer, true);
        return text(answer + 4, size);
      }),
    useNetwork: (bytes) => withBytes(new Uint8Array(bytes), (address, length) => api().foray_network(address, length) === 1),
  };
}
