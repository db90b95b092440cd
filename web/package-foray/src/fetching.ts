// How a browser gets the module and the networks.

export async function fetchedBytes(url: string | URL): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${new URL(url, location.href).pathname} could not be loaded (${answer.status})`);
  return answer.arrayBuffer();
}

/** Hosts that do not know the type application/wasm cannot stream. */
export const fetchedModule = (url: string | URL): Promise<WebAssembly.Module> =>
  WebAssembly.compileStreaming(fetch(url)).catch(async () => WebAssembly.compile(await fetchedBytes(url)));
