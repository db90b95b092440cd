// One line of news at a time: errors to be read, and announcements for screen readers.

const tellMs = 6000;

class Notices {
  /** Shown until dismissed or replaced. */
  shown = $state<string | null>(null);
  /** Only spoken. */
  spoken = $state("");

  error(why: unknown): void {
    this.shown = why instanceof Error ? why.message : String(why);
  }

  say(text: string): void {
    this.spoken = text;
  }

  /** News that needs no answer: it goes by itself. */
  tell(text: string): void {
    this.shown = text;
    setTimeout(() => {
      if (this.shown === text) this.shown = null;
    }, tellMs);
  }

  dismiss(): void {
    this.shown = null;
  }
}

export const notices = new Notices();
