import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';

/** What a simulated controller sees of a cluster. */
export interface PlayedWorld<Kind extends string> {
  list(kind: Kind): readonly KubernetesObject[];
  get(kind: Kind, name: string, namespace?: string): KubernetesObject | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One thing that a simulated controller writes, if the object still is the one that was looked at. Patches are merge patches. */
export type PlayedWrite =
  | { readonly do: 'create' | 'update'; readonly resource: Resource; readonly object: KubernetesObject }
  | {
      readonly do: 'patch' | 'patchStatus';
      readonly resource: Resource;
      readonly object: KubernetesObject;
      readonly patch: JsonObject;
    }
  | { readonly do: 'delete'; readonly resource: Resource; readonly object: KubernetesObject };

/** What a look at the world comes to. */
interface Played {
  readonly writes: readonly PlayedWrite[];
  /** Look again then, in milliseconds, though nothing changes. */
  readonly afterMs?: number;
}

/** A controller that is played: what it looks at, and what it does about it. */
export interface Play<Kind extends string> {
  /** For its problems, and as its field manager. */
  readonly name: string;
  readonly resources: Readonly<Record<Kind, Resource>>;
  look(world: PlayedWorld<Kind>): Played;
}
