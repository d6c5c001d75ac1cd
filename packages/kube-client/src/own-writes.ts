import { isComparable, isOlder } from './resource-version.ts';

/** Which object, at which version; what a watch or a list shows of it. */
interface ObjectVersion {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** A complete list. */
interface ListedState {
  /** Where it began. */
  readonly order: number;
  /** Of the whole list; undefined where it has none. */
  readonly resourceVersion: string | undefined;
  get(key: string): ObjectVersion | undefined;
}

interface Pending extends ObjectVersion {
  readonly isGone: boolean;
  /** Lists that began later show it. */
  readonly order: number;
}

/**
 * Writes of ours that are in the store already, although no watch has shown them. Forgotten when the server shows the same
 * or something newer, by a watch or by a list that began after the write.
 */
export class OwnWrites {
  readonly #pending = new Map<string, Pending>();
  #order = 0;

  /** Where a list begins. */
  get order(): number {
    return this.#order;
  }

  wrote(key: string, version: ObjectVersion): void {
    this.#add(key, version, false);
  }

  /** `last`: the newest version of it that was known. */
  removed(key: string, last: ObjectVersion): void {
    this.#add(key, last, true);
  }

  /** Whether a watch shows what was before our write; anything else settles it. */
  isOld(key: string, shown: ObjectVersion, isDeleted: boolean): boolean {
    const pending = this.#pending.get(key);
    if (pending === undefined) return false;
    const isOfRemoved = pending.isGone && shown.uid === pending.uid;
    if (isOfRemoved ? !isDeleted : isOlder(shown.resourceVersion, pending.resourceVersion)) return true;
    this.#pending.delete(key);
    return false;
  }

  /** What of ours a list does not know yet; the rest is settled. */
  unlisted(list: ListedState): ReadonlyMap<string, 'kept' | 'gone'> {
    const found = new Map<string, 'kept' | 'gone'>();
    for (const [key, pending] of this.#pending) {
      const shown = list.get(key);
      const isLater = isAfter(pending, list);
      if (isLater && isBefore(shown, pending)) found.set(key, pending.isGone ? 'gone' : 'kept');
      else if (!isLater || shown !== undefined) this.#pending.delete(key);
    }
    return found;
  }

  #add(key: string, { uid, resourceVersion }: ObjectVersion, isGone: boolean): void {
    this.#order += 1;
    this.#pending.set(key, { uid, resourceVersion, isGone, order: this.#order });
  }
}

/**
 * Whether our write came after a list was read. Its version tells exactly: what was written and deleted by others before the
 * list was read, but answered later, must not be shown for good.
 */
function isAfter({ resourceVersion, isGone, order }: Pending, list: ListedState): boolean {
  const isOrdered = !isGone && isComparable(list.resourceVersion, resourceVersion);
  return isOrdered ? isOlder(list.resourceVersion, resourceVersion) : order > list.order;
}

/** Whether a list shows what was before our write. */
function isBefore(shown: ObjectVersion | undefined, { uid, resourceVersion, isGone }: Pending): boolean {
  if (shown === undefined) return !isGone;
  return (isGone && shown.uid === uid) || isOlder(shown.resourceVersion, resourceVersion);
}
