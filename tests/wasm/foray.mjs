// Loads the browser's module outside of a browser: the few WASI calls that it makes, and its exports as functions.
import { readFile } from 'node:fs/promises';

/** What the C library asks of its surroundings. Files do not exist; the clock is real. */
function wasi(memory) {
  const view = () => new DataView(memory().buffer);
  const badFile = 8;
  return {
    clock_time_get(_id, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    fd_close: () => badFile,
    fd_fdstat_get: () => badFile,
    fd_prestat_get: () => badFile,
    fd_prestat_dir_name: () => badFile,
    fd_read: () => badFile,
    fd_seek: () => badFile,
    fd_write: () => badFile,
    proc_exit(code) {
      throw new Error(`the module ended itself with code ${code}`);
    },
  };
}

/** Instantiates the module. `onPart` hears what a question that takes time says meanwhile. */
export async function loadForay(path, onPart = () => {}) {
  const module = await WebAssembly.compile(await readFile(path));
  let instance;
  const memory = () => instance.exports.memory;
  const text = (at, size) => new TextDecoder().decode(new Uint8Array(memory().buffer, at, size));
  instance = await WebAssembly.instantiate(module, {
    wasi_snapshot_preview1: wasi(memory),
    foray: { part: (at, size) => onPart(text(at, size)) },
  });
  const exported = instance.exports;
  exported._initialize();

  /** Calls f with the bytes in the module's memory. */
  function withBytes(bytes, f) {
    const at = exported.foray_alloc(Math.max(bytes.length, 1));
    new Uint8Array(memory().buffer, at, bytes.length).set(bytes);
    try {
      return f(at, bytes.length);
    } finally {
      exported.foray_free(at);
    }
  }

  return {
    imports: WebAssembly.Module.imports(module).map((one) => `${one.module}.${one.name}`),
    exports: WebAssembly.Module.exports(module).map((one) => one.name),
    memoryBytes: () => memory().buffer.byteLength,
    /** A question's answer as text. */
    askText(question) {
      const at = withBytes(new TextEncoder().encode(question), (from, size) => exported.foray_ask(from, size));
      return text(at + 4, new DataView(memory().buffer).getUint32(at, true));
    },
    /** The engine judges by this network from now on. */
    useNetwork: (bytes) => withBytes(bytes, (from, size) => exported.foray_network(from, size)) === 1,
    ask(question) {
      return JSON.parse(this.askText(JSON.stringify(question)));
    },
  };
}
