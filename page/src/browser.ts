import type { Entry, Store, Turn } from "./keep";

/** The browser's own database and locks, behind what the keeper needs of them. */
const DATABASE = "jointly";
const IMAGES = "images";
const LOCK = "jointly-page";
/** A page that is reloaded may meet its own lock for a moment. */
const PATIENCE = 1000;

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database refused"));
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser's database refused"));
  });
}

let database: Promise<IDBDatabase> | undefined;

async function open(): Promise<IDBDatabase> {
  if (typeof indexedDB === "undefined") throw new Error("it has no database for pages");
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(IMAGES);
  return settled(request);
}

export async function store(): Promise<Store> {
  database ??= open();
  database.catch(() => (database = undefined));
  const opened = await database;
  return {
    async all() {
      const images = opened.transaction(IMAGES).objectStore(IMAGES);
      const [keys, entries] = await Promise.all([settled(images.getAllKeys()), settled(images.getAll())]);
      return keys.map((key, i): [number, Entry] => [key as number, entries[i] as Entry]);
    },
    async write(entries, gone) {
      const transaction = opened.transaction(IMAGES, "readwrite");
      const images = transaction.objectStore(IMAGES);
      entries.forEach(([key, entry]) => images.put(entry, key));
      gone.forEach((key) => images.delete(key));
      await ended(transaction);
    },
  };
}

const tried = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(localStorage);
  } catch {
    // forbidden by the browser's settings, or full
    return undefined;
  }
};

/** A text that outlives the page, empty before there is one. */
export function rememberedText(key: string): { read(): string; write(text: string): void } {
  return {
    read: () => tried((storage) => storage.getItem(key)) ?? "",
    write: (text) => void tried((storage) => storage.setItem(key, text)),
  };
}

/** Whether something is switched on, for this browser; off where it keeps nothing. */
export function remembered(key: string): { read(): boolean; write(on: boolean): void } {
  return {
    read: () => tried((storage) => storage.getItem(key)) === "on",
    write: (on) => void tried((storage) => storage.setItem(key, on ? "on" : "off")),
  };
}

/** A lock that one tab holds until it is closed, or another takes it by force. */
export const turn: Turn = {
  take(by, lost) {
    const locks = navigator.locks as LockManager | undefined;
    // absent where the page comes from another machine without TLS
    if (!locks) return Promise.reject(new Error("it keeps work only of pages from this machine, or over https"));
    return new Promise((resolve, reject) => {
      let mine = false;
      const hold = () => {
        mine = true;
        resolve(true);
        return new Promise(() => undefined);
      };
      const options = by === "force" ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) };
      locks.request(LOCK, options, hold).catch((error: unknown) => {
        if (mine) lost();
        else if (error instanceof DOMException && error.name === "TimeoutError") resolve(false);
        else reject(error);
      });
    });
  },
};
