import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import { type ObjectName, type Resource, resourceName } from '@archipelago/kube-client';

/** What the mirror shows of an object. */
type Shown = (resource: Resource, name: ObjectName) => KubernetesObject | undefined;

/** How long a write that the mirror never shows holds up planning. */
const longestWaitMs = 10_000;

interface Awaited {
  readonly resource: Resource;
  readonly name: ObjectName;
  /** As the server answered; undefined: the object with this uid is gone. */
  readonly answer: KubernetesObject | undefined;
  readonly uid: string | undefined;
  readonly until: number;
}

/**
 * Writes that the mirror does not show yet. A plan made before it does would do them again, so none is made: with
 * thousands of objects that is simpler than putting answers in the place of what is mirrored.
 */
export class AwaitedWrites {
  readonly #clock: Clock;
  readonly #awaited = new Map<string, Awaited>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  wrote(resource: Resource, answer: KubernetesObject): void {
    this.#await(resource, answer.metadata, answer);
  }

  removed(
    resource: Resource,
    object: { readonly name: string; readonly namespace?: string; readonly uid?: string },
  ): void {
    this.#await(resource, object, undefined);
  }

  /** Whether the mirror is behind. */
  isBehind(shown: Shown): boolean {
    const now = this.#clock.monotonic();
    for (const [key, awaited] of this.#awaited) {
      if (now < awaited.until && isPending(awaited, shown(awaited.resource, awaited.name))) return true;
      this.#awaited.delete(key);
    }
    return false;
  }

  forget(): void {
    this.#awaited.clear();
  }

  #await(
    resource: Resource,
    { name, namespace, uid }: { readonly name: string; readonly namespace?: string; readonly uid?: string },
    answer: KubernetesObject | undefined,
  ): void {
    const key = JSON.stringify([resourceName(resource), namespace, name]);
    const until = this.#clock.monotonic() + longestWaitMs;
    this.#awaited.set(key, { resource, name: { name, namespace }, uid, answer, until });
  }
}

function isPending({ answer, uid }: Awaited, shown: KubernetesObject | undefined): boolean {
  if (answer === undefined)
    return (
      shown !== undefined && shown.metadata.uid === uid && shown.metadata.deletionTimestamp === undefined
    );
  // deleted by somebody else a moment later looks the same; the wait ends by time
  if (shown === undefined) return true;
  if (shown.metadata.uid !== answer.metadata.uid) return false;
  return versionOf(shown) < versionOf(answer);
}

/** Versions of one resource count up; one that is no number is behind nothing. */
function versionOf({ metadata }: KubernetesObject): bigint {
  const { resourceVersion = '' } = metadata;
  return /^\d{1,30}$/.test(resourceVersion) ? BigInt(resourceVersion) : 0n;
}
