/** What has to be ended, the newest first. */
export interface Closers {
  add(close: () => Promise<void>): void;
  /** Ends everything, even when something cannot be ended; then throws what the first failure said. */
  closeAll(): Promise<void>;
}

/** Nothing to end yet. */
export function createClosers(): Closers {
  const open: (() => Promise<void>)[] = [];
  return {
    add: (close) => {
      open.push(close);
    },
    async closeAll() {
      const failures: unknown[] = [];
      for (let close = open.pop(); close !== undefined; close = open.pop()) {
        await close().catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
