// Pictures of the game for download. The desk draws each position as SVG; the browser turns those into pixels.
import { GifWriter } from "../lib/gif.ts";
import { desk } from "../wasm/client.ts";
import { match } from "./match.svelte.ts";
import { session } from "./session.svelte.ts";
import { themeInForce } from "./settings.svelte.ts";

const pngSize = 1200;
const gifSize = 480;
const gifDelayMs = 700;
const gifLastMs = 3000;

async function svgAt(ply: number, size: number): Promise<string> {
  const players = [match.nameOf("first"), match.nameOf("second")];
  const { svg } = await desk.ask("picture", { ...session.game(session.moves.length), ply, size, theme: themeInForce(), players });
  return svg;
}

async function drawn(svg: string): Promise<HTMLCanvasElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext("2d", { willReadFrequently: true })?.drawImage(image, 0, 0);
    return canvas;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser cannot draw pictures");
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}

export async function svgPicture(): Promise<Blob> {
  return new Blob([await svgAt(session.ply, gifSize)], { type: "image/svg+xml" });
}

export async function pngPicture(): Promise<Blob> {
  const canvas = await drawn(await svgAt(session.ply, pngSize));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be drawn"))), "image/png"),
  );
}

export async function gifPicture(onFrame: (done: number, all: number) => void): Promise<Blob> {
  const last = session.moves.length;
  const frame = async (ply: number) => drawn(await svgAt(ply, gifSize));
  const samples = await Promise.all([0, Math.floor(last / 2), last].map(frame));
  const writer = new GifWriter(samples.map(pixelsOf));
  for (let ply = 0; ply <= last; ply++) {
    onFrame(ply, last);
    const canvas = await frame(ply);
    writer.add({
      width: canvas.width,
      height: canvas.height,
      pixels: pixelsOf(canvas),
      delayMs: ply === last ? gifLastMs : gifDelayMs,
    });
  }
  return new Blob([writer.finish()], { type: "image/gif" });
}
