import { setMaxListeners } from 'node:events';

/**
 * Calls back when the signal is aborted; returns how to take that back. Many may listen to one signal, an image's layers for
 * example: Node would warn of it on the standard error output, as of a leak.
 */
export function whenAborted(signal: AbortSignal, callback: () => void): () => void {
  setMaxListeners(0, signal);
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}
