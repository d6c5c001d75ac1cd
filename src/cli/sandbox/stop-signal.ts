/** Tells when the command is to end; `dispose` gives Ctrl-C back to Node. */
export interface Stop {
  readonly signal: AbortSignal;
  dispose(): void;
}

const interrupted = 130;

/** The first Ctrl-C (or SIGTERM) asks for a clean end, the second ends at once. */
export function stopOnSignals(onFirst: () => void): Stop {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(interrupted);
    controller.abort();
    onFirst();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {
    signal: controller.signal,
    dispose: () => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
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
