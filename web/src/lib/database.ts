// What the page keeps in the browser: one table of games. Where the browser keeps nothing (some private windows), games live as long as
// the page.

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

  async put(...games: Kept[]): Promise<void> {
    const database = await this.#open();
    if (!database) return games.forEach((game) => this.#memory.set(game.id, game));
    const transaction = database.transaction(table, "readwrite");
    games.forEach((game) => transaction.objectStore(table).put(game));
    await committed(transaction);
  }

  async get(id: string): Promise<Kept | undefined> {
    const database = await this.#open();
    if (!database) return this.#memory.get(id);
    return (await finished(database.transaction(table).objectStore(table).get(id))) as Kept | undefined;
  }

  async all(): Promise<Kept[]> {
    const database = await this.#open();
    if (!database) return [...this.#memory.values()];
    return (await finished(database.transaction(table).objectStore(table).getAll())) as Kept[];
  }

  async remove(ids: string[]): Promise<void> {
    const database = await this.#open();
    if (!database) return ids.forEach((id) => this.#memory.delete(id));
    const transaction = database.transaction(table, "readwrite");
    ids.forEach((id) => transaction.objectStore(table).delete(id));
    await committed(transaction);
  }
}
