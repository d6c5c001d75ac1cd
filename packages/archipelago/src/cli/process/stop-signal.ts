/** Tells when the command is to end; `dispose` gives Ctrl-C back to Node. */
export interface Stop {
  readonly signal: AbortSignal;
  dispose(): void;
}

const interrupted = 130;

/** Ctrl-C, a polite kill, and a terminal that was closed. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm hands on a Ctrl-C that the terminal has sent us, too: what follows at once is the same one. */
const echoMs = 500;

/** The first Ctrl-C (or SIGTERM) asks for a clean end, a second one ends at once. */
export function stopOnSignals(onFirst: () => void): Stop {
  const controller = new AbortController();
  let first = 0;
  const stop = () => {
    const now = performance.now();
    if (controller.signal.aborted) {
      if (now - first > echoMs) process.exit(interrupted);
      return;
    }
    first = now;
    controller.abort();
    onFirst();
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    dispose: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}

/** Resolves when `signal` is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
