// The little of WASI that the module may call. There are no files, no arguments and no environment in a worker.

const errnoSuccess = 0;
const errnoBadf = 8;
const errnoNosys = 52;

export function wasiImports(memory: () => WebAssembly.Memory): Record<string, WebAssembly.ImportValue> {
  const view = () => new DataView(memory().buffer);
  const twoZeros = (first: number, second: number) => {
    view().setUint32(first, 0, true);
    view().setUint32(second, 0, true);
    return errnoSuccess;
  };
  const known: Record<string, WebAssembly.ImportValue> = {
    args_get: () => errnoSuccess,
    args_sizes_get: twoZeros,
    environ_get: () => errnoSuccess,
    environ_sizes_get: twoZeros,
    clock_res_get: (_clock: number, out: number) => {
      view().setBigUint64(out, 1000n, true);
      return errnoSuccess;
    },
    clock_time_get: (clock: number, _precision: bigint, out: number) => {
      const ms = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(out, BigInt(Math.round(ms * 1e6)), true);
      return errnoSuccess;
    },
    random_get: (address: number, length: number) => {
      crypto.getRandomValues(new Uint8Array(memory().buffer, address, length));
      return errnoSuccess;
    },
    sched_yield: () => errnoSuccess,
    fd_write: (_fd: number, vectors: number, count: number, written: number) => {
      // Standard output and error have no reader here; the bytes count as written.
      let bytes = 0;
      for (let i = 0; i < count; i++) bytes += view().getUint32(vectors + 8 * i + 4, true);
      view().setUint32(written, bytes, true);
      return errnoSuccess;
    },
    proc_exit: (code: number) => {
      throw new Error(`the engine stopped with code ${code}`);
    },
  };
  // Whatever else the C library links in answers "no such file" or "not here" instead of failing to load.
  return new Proxy(known, {
    get: (imports, name: string) => imports[name] ?? (() => (name.startsWith("fd_") ? errnoBadf : errnoNosys)),
  });
}
