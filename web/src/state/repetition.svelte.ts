// Mistakes that come back, kept on this device.
import { dayOf } from "../lib/days.ts";
import { dueOn, practised, readPack, type Card } from "../lib/repetition.ts";

const key = "foray.repeat";

function stored(): Card[] {
  try {
    return readPack(localStorage.getItem(key));
  } catch {
    return [];
  }
}

class Repetition {
  pack = $state.raw<Card[]>(stored());

  get due(): Card[] {
    return dueOn(this.pack, dayOf(new Date()));
  }

  note(card: Omit<Card, "found" | "due">, found: boolean): void {
    this.pack = practised(this.pack, card, found, dayOf(new Date()));
    try {
      localStorage.setItem(key, JSON.stringify(this.pack));
    } catch {
      // A browser that keeps nothing has nothing to bring back.
    }
  }
}

export const repetition = new Repetition();
