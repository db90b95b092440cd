import { describe, expect, test } from "vitest";
import { Clock, clockText } from "../../src/lib/clock.ts";

describe("a clock", () => {
  test("runs for one side at a time", () => {
    const clock = new Clock({ minutes: 1, increment: 0 });
    clock.start("first", 1000);
    expect(clock.left("first", 11_000)).toBe(50_000);
    expect(clock.left("second", 11_000)).toBe(60_000);
    clock.moved(11_000);
    clock.start("second", 11_000);
    expect(clock.left("first", 30_000)).toBe(50_000);
    expect(clock.left("second", 30_000)).toBe(41_000);
  });

  test("adds the increment after a move", () => {
    const clock = new Clock({ minutes: 1, increment: 2 });
    clock.start("first", 0);
    clock.moved(5000);
    expect(clock.left("first", 9000)).toBe(57_000);
    expect(clock.running).toBeNull();
  });

  test("falls, and is not saved by the increment", () => {
    const clock = new Clock({ minutes: 1, increment: 5 });
    clock.start("second", 0);
    expect(clock.fallen(59_999)).toBeNull();
    expect(clock.fallen(60_000)).toBe("second");
    clock.moved(61_000);
    expect(clock.left("second", 61_000)).toBe(0);
  });

  test("keeps its time while paused", () => {
    const clock = new Clock({ minutes: 1, increment: 0 });
    clock.start("first", 0);
    clock.pause(10_000);
    expect(clock.left("first", 99_000)).toBe(50_000);
    expect(clock.fallen(999_000)).toBeNull();
  });
});

test.each([
  [60_000, "1:00"],
  [59_001, "1:00"],
  [245_000, "4:05"],
  [10_000, "0:10"],
  [9300, "0:09.3"],
  [40, "0:00.1"],
  [0, "0:00.0"],
])("%i ms reads %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
