import { UsageError } from '../process/io.ts';

/** Reads what `--port` says. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(
    `--port ${JSON.stringify(text)}: must be a number from 1 to 65535, or 0 for any free port`,
  );
}
