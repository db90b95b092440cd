// Animated GIFs from frames of pixels: one palette for all, and only what changed in every frame but the first.
import { applyPalette, GIFEncoder, quantize, type Palette } from "gifenc";

export interface Frame {
  width: number;
  height: number;
  /** Red, green, blue, alpha. */
  pixels: Uint8ClampedArray;
  delayMs: number;
}

/** One entry of the 256 stays free for "as before". */
const mostColours = 255;

/** Indexes where a frame differs from the one before, `unchanged` elsewhere. */
export function changedOnly(indexes: Uint8Array, before: Uint8Array, unchanged: number): Uint8Array {
  return indexes.map((index, at) => (index === before[at] ? unchanged : index));
}

export class GifWriter {
  #encoder = GIFEncoder();
  #palette: Palette;
  #before: Uint8Array | null = null;

  /** `samples` show every colour that matters. */
  constructor(samples: Uint8ClampedArray[]) {
    const all = new Uint8Array(samples.reduce((sum, pixels) => sum + pixels.length, 0));
    let at = 0;
    for (const pixels of samples) {
      all.set(pixels, at);
      at += pixels.length;
    }
    this.#palette = quantize(all, mostColours);
  }

  add(frame: Frame): void {
    const indexes = applyPalette(new Uint8Array(frame.pixels), this.#palette);
    const unchanged = this.#palette.length;
    const first = this.#before === null;
    const shown = this.#before ? changedOnly(indexes, this.#before, unchanged) : indexes;
    this.#encoder.writeFrame(shown, frame.width, frame.height, {
      delay: frame.delayMs,
      dispose: 1,
      ...(first ? { palette: [...this.#palette, [0, 0, 0]] } : { transparent: true, transparentIndex: unchanged }),
    });
    this.#before = indexes;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#encoder.finish();
    return new Uint8Array(this.#encoder.bytes());
  }
}
