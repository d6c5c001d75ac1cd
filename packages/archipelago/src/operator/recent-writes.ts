import type { Clock, JsonObject } from '@archipelago/apimachinery';
import { readAt } from '../config/framework/read-at.ts';
import type { ObservedObject } from '../reconcile/observed-object.ts';

/**
 * Lets a reconcile read what the one before wrote, although watches are a moment late: the server's answer
 * stands in for an object until the mirror shows it or something newer. An answer that the mirror never shows
 * (the object was removed while a watch was down) is dropped after a while.
 */
export interface RecentWrites {
  /** The newest known state, given what the mirror shows; undefined: there is no such object. */
  newest(key: string, mirrored: ObservedObject | undefined): ObservedObject | undefined;
  /** A write was answered, given what the mirror showed before it; an undefined answer: the object is gone. */
  wrote(key: string, mirrored: ObservedObject | undefined, answer: ObservedObject | undefined): void;
  /** Whether answers stand in for objects. */
  pending(): boolean;
  forget(): void;
}

/** How long an answer may stand in. */
export const longestWaitMs = 10_000;

interface Write {
  /** What the mirror showed before we wrote. */
  readonly shown: JsonObject | undefined;
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
      writes.set(key, { shown: mirrored?.object, answer, until });
    },
    pending() {
      const now = clock.monotonic();
      return [...writes.values()].some(({ until }) => now < until);
    },
    forget: () => writes.clear(),
  };
}

/** Whether the mirror shows a state from before the write. */
function isBehind(mirrored: ObservedObject | undefined, { shown, answer }: Write): boolean {
  if (mirrored === undefined) return shown === undefined && answer !== undefined;
  // an object that is gone does not come back: a late heartbeat of it is no news
  if (answer === undefined) return shown !== undefined && isSameObject(mirrored.object, shown);
  if (shown !== undefined && identityOf(mirrored.object) === identityOf(shown)) return true;
  const [seen, written] = [versionOf(mirrored.object), versionOf(answer.object)];
  const comparable = seen !== undefined && written !== undefined;
  return comparable && isSameObject(mirrored.object, answer.object) && seen < written;
}

function isSameObject(one: JsonObject, other: JsonObject): boolean {
  return textAt(one, 'uid') === textAt(other, 'uid');
}

function identityOf(object: JsonObject): string {
  return `${textAt(object, 'uid')}/${textAt(object, 'resourceVersion')}`;
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
