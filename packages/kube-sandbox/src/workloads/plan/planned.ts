import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { WorkloadKind } from './workload-kinds.ts';

/** One thing that a controller writes. Patches are merge patches, and hold only for the object that was looked at. */
export type WorkloadWrite =
  | { readonly do: 'create'; readonly kind: WorkloadKind; readonly object: JsonObject }
  | {
      readonly do: 'patch' | 'patchStatus';
      readonly kind: WorkloadKind;
      readonly object: KubernetesObject;
      readonly patch: JsonObject;
    }
  | { readonly do: 'delete'; readonly kind: WorkloadKind; readonly object: KubernetesObject }
  /** Gives a pod its node. */
  | { readonly do: 'bind'; readonly object: KubernetesObject; readonly node: string }
  /** An event, for `kubectl describe`. */
  | {
      readonly do: 'tell';
      readonly about: KubernetesObject;
      readonly type: 'Normal' | 'Warning';
      readonly reason: string;
      readonly message: string;
    };

/** What a look at an object comes to. */
export interface Planned {
  readonly writes: readonly WorkloadWrite[];
  /** Look again then, in milliseconds, though nothing changes. */
  readonly afterMs?: number | undefined;
}

/** A cluster as controllers see it. */
export interface WorkloadWorld {
  /** Milliseconds since 1970. */
  readonly now: number;
  list(kind: WorkloadKind, namespace?: string): readonly KubernetesObject[];
  get(kind: WorkloadKind, name: string, namespace?: string): KubernetesObject | undefined;
  /** Objects whose controller is the owner. */
  controlledBy(kind: WorkloadKind, owner: KubernetesObject): readonly KubernetesObject[];
}

/** The earliest of some waits, in milliseconds; undefined without one. */
export function soonest(...waits: readonly (number | undefined)[]): number | undefined {
  const real = waits.filter((wait) => wait !== undefined && Number.isFinite(wait)).map((wait) => wait ?? 0);
  return real.length === 0 ? undefined : Math.max(1, Math.min(...real));
}
