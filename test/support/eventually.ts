/** How long something may take on a machine that has other work; a hang guard, never a measure. */
const hangMs = 400_000;

/** `withinMs`: when to give up. `pauseMs`: how long to wait between two looks. `forMs`: how long it has to stay so. */
export interface Patience {
  readonly withinMs?: number;
  readonly pauseMs?: number;
  readonly forMs?: number;
}

/** What a check came to, as soon as it throws no longer. Throws its last error when that takes too long. */
export async function eventually<T>(check: () => T | Promise<T>, patience: Patience = {}): Promise<T> {
  const { withinMs = hangMs, pauseMs = 5, forMs = 0 } = patience;
  const deadline = performance.now() + withinMs;
  let since: number | undefined;
  for (;;) {
    try {
      const value = await check();
      since ??= performance.now();
      if (performance.now() - since >= forMs) return value;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      since = undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
