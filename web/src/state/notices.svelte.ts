// One line of news at a time: errors to be read, and announcements for screen readers.

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

  tell(text: string): void {
    this.shown = text;
  }

  dismiss(): void {
    this.shown = null;
  }
}

export const notices = new Notices();
