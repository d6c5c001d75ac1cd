import type { JsonObject } from '../api/json-value.ts';
import { readAt } from '../config/read-at.ts';
import type { Clock } from '../kubernetes/clock.ts';
import type { ObservedObject } from '../reconcile/observed-object.ts';

/**
 * Lets a reconcile read what the one before wrote, although watches are a moment late: the server's answer
 * stands in for an object until the mirror shows it or something newer. An answer that the mirror never shows
 * (the object was removed while a watch was down) is dropped after a while.
 */
export interface RecentWrites {
  /** The newest known state, given what the mirror shows; undefined: there is no such object. */
  newest(key: string, mirrored: ObservedObject | undefined): ObservedObject | undefined;
  /** A write was answered; undefined: the object is gone. */
  wrote(key: string, mirrored: ObservedObject | undefined, answer: ObservedObject | undefined): void;
  /** Whether answers stand in for objects. */
  pending(): boolean;
  forget(): void;
}

/** How long an answer may stand in. */
export const longestWaitMs = 10_000;

interface Write {
  /** What the mirror showed when we wrote. */
  readonly shown: string | undefined;
  readonly answer: ObservedObject | undefined;
  readonly until: number;
}

/** Remembers nothing yet. */
export function createRecentWrites(clock: Clock): RecentWrites {
  const writes = new Map<string, Write>();
  return {
    newest(key, mirrored) {
      const write = writes.get(key);
      if (write === undefined) return mirrored;
      if (clock.monotonic() < write.until && isBehind(mirrored, write)) return write.answer;
      writes.delete(key);
      return mirrored;
    },
    wrote(key, mirrored, answer) {
      const until = clock.monotonic() + longestWaitMs;
      writes.set(key, { shown: identityOf(mirrored?.object), answer, until });
    },
    pending: () => writes.size > 0,
    forget: () => writes.clear(),
  };
}

/** Whether the mirror shows a state from before the write. */
function isBehind(mirrored: ObservedObject | undefined, { shown, answer }: Write): boolean {
  if (identityOf(mirrored?.object) === shown) return true;
  if (mirrored === undefined || answer === undefined) return false;
  const sameObject = textAt(mirrored.object, 'uid') === textAt(answer.object, 'uid');
  const [seen, written] = [versionOf(mirrored.object), versionOf(answer.object)];
  return sameObject && seen !== undefined && written !== undefined && seen < written;
}

function identityOf(object: JsonObject | undefined): string | undefined {
  return object === undefined ? undefined : `${textAt(object, 'uid')}/${textAt(object, 'resourceVersion')}`;
}

/** Versions of one resource count up; where they are no numbers, nothing is concluded from them. */
function versionOf(object: JsonObject): bigint | undefined {
  const version = textAt(object, 'resourceVersion');
  return /^\d{1,30}$/.test(version) ? BigInt(version) : undefined;
}

function textAt(object: JsonObject, name: string): string {
  const value = readAt(object, ['metadata', name]);
  return typeof value === 'string' ? value : '';
}
