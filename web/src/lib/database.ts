// What the page keeps in the browser: one table of games. Where the browser keeps nothing (some private windows, a full disk), games live as
// long as the page.

const name = "foray";
const table = "games";

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser could not keep the game"));
  });
}

/** Done when the browser says that it is on the disk. */
function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("the browser could not keep the game"));
  });
}

export class GameTable<Kept extends { id: string }> {
  #database: Promise<IDBDatabase | null> | undefined;
  /** What the browser would not take. */
  #memory = new Map<string, Kept>();

  #open(): Promise<IDBDatabase | null> {
    this.#database ??= new Promise((resolve) => {
      try {
        const request = indexedDB.open(name, 1);
        request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: "id" });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => resolve(null);
      } catch {
        resolve(null);
      }
    });
    return this.#database;
  }

  /** Whether something is not on the disk. */
  get holds(): boolean {
    return this.#memory.size > 0;
  }

  async put(...games: Kept[]): Promise<void> {
    for (const game of games) await this.replace(game, () => true);
  }

  /** Keeps a game unless another tab has kept one in its place that may not be replaced: then that one is the answer, and nothing has changed. */
  async replace(game: Kept, may: (there: Kept) => boolean): Promise<Kept | null> {
    try {
      const transaction = (await this.#open())?.transaction(table, "readwrite");
      if (transaction) {
        const games = transaction.objectStore(table);
        const there = (await finished(games.get(game.id))) as Kept | undefined;
        if (there && !may(there)) return there;
        games.put(game);
        await committed(transaction);
        this.#memory.delete(game.id);
        return null;
      }
    } catch {
      // Full, or closed by the browser.
    }
    this.#memory.set(game.id, game);
    return null;
  }

  async get(id: string): Promise<Kept | undefined> {
    const held = this.#memory.get(id);
    const database = held ? null : await this.#open();
    return database ? ((await finished(database.transaction(table).objectStore(table).get(id))) as Kept | undefined) : held;
  }

  async all(): Promise<Kept[]> {
    const database = await this.#open();
    const there = database ? ((await finished(database.transaction(table).objectStore(table).getAll())) as Kept[]) : [];
    return [...there.filter((game) => !this.#memory.has(game.id)), ...this.#memory.values()];
  }

  async remove(ids: string[]): Promise<void> {
    ids.forEach((id) => this.#memory.delete(id));
    const transaction = (await this.#open())?.transaction(table, "readwrite");
    if (!transaction) return;
    ids.forEach((id) => transaction.objectStore(table).delete(id));
    await committed(transaction);
  }
}
