// A chess clock for two sides, driven by time stamps that the caller supplies: nothing here ticks on its own.
import type { Side } from "../contract.ts";

export interface ClockSettings {
  minutes: number;
  increment: number;
}

/** A clock as it is kept: it stands still until somebody starts it again. */
export interface KeptClock {
  settings: ClockSettings;
  left: Record<Side, number>;
}

export class Clock {
  #settings: ClockSettings;
  #left: Record<Side, number>;
  #increment: number;
  #running: Side | null = null;
  #since = 0;

  constructor(settings: ClockSettings, left?: Record<Side, number>) {
    const ms = settings.minutes * 60_000;
    this.#settings = settings;
    this.#left = left ? { ...left } : { first: ms, second: ms };
    this.#increment = settings.increment * 1000;
  }

  kept(now: number): KeptClock {
    return { settings: this.#settings, left: { first: this.left("first", now), second: this.left("second", now) } };
  }

  get running(): Side | null {
    return this.#running;
  }

  /** Milliseconds left, never below zero. */
  left(side: Side, now: number): number {
    const spent = this.#running === side ? now - this.#since : 0;
    return Math.max(0, this.#left[side] - spent);
  }

  start(side: Side, now: number): void {
    this.pause(now);
    this.#running = side;
    this.#since = now;
  }

  pause(now: number): void {
    if (!this.#running) return;
    this.#left[this.#running] = this.left(this.#running, now);
    this.#running = null;
  }

  /** The running side has moved: its time is kept, and the increment added unless its flag had fallen. */
  moved(now: number): void {
    const side = this.#running;
    this.pause(now);
    if (side && this.#left[side] > 0) this.#left[side] += this.#increment;
  }

  /** The side whose time is over, if any. */
  fallen(now: number): Side | null {
    return this.#running && this.left(this.#running, now) === 0 ? this.#running : null;
  }
}

/** `4:05`, and tenths below ten seconds: `0:09.3`. */
export function clockText(ms: number): string {
  const seconds = ms < 10_000 ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  const text = ms < 10_000 ? rest.toFixed(1) : String(rest);
  return `${minutes}:${text.padStart(ms < 10_000 ? 4 : 2, "0")}`;
}
