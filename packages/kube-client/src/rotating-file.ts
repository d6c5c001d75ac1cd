import type { Clock } from '@archipelago/apimachinery';
import { CredentialError } from './credential-error.ts';
import type { LocalMachine } from './local-machine.ts';

/** A file whose content changes while we run, as kubelets rotate tokens. */
export interface RotatingFile {
  /** The content, read again when it is a minute old. */
  read(): Promise<string>;
  /** The next `read` reads the file. */
  forget(): void;
}

const maxAgeMs = 60_000;

/** A file read through `machine`; once read, a failing re-read keeps the last content. */
export function createRotatingFile(
  machine: Pick<LocalMachine, 'readFile'>,
  clock: Clock,
  path: string,
): RotatingFile {
  let known: { readonly content: string; readonly readAt: number } | undefined;
  return {
    async read() {
      const now = clock.monotonic();
      if (known !== undefined && now - known.readAt < maxAgeMs) {
        return known.content;
      }
      try {
        known = { content: await machine.readFile(path), readAt: now };
      } catch (error) {
        if (known === undefined) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new CredentialError(`${path}: cannot be read: ${reason}`, { cause: error });
        }
      }
      return known.content;
    },
    forget() {
      known = known === undefined ? undefined : { ...known, readAt: Number.NEGATIVE_INFINITY };
    },
  };
}
