/** How long something may take on a machine that has other work; a hang guard, never a measure. */
const hangMs = 50_000;

/** `withinMs`: when to give up. `pauseMs`: how long to wait between two looks. */
export interface Patience {
  readonly withinMs?: number;
  readonly pauseMs?: number;
}

/** What a check came to, as soon as it throws no longer. Throws its last error when that takes too long. */
export async function eventually<T>(check: () => T | Promise<T>, patience: Patience = {}): Promise<T> {
  const deadline = performance.now() + (patience.withinMs ?? hangMs);
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, patience.pauseMs ?? 5));
  }
}
