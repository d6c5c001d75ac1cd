import type { JsonObject } from '../../api/json-value.ts';
import type { KubernetesObject } from '../../api/kubernetes-object.ts';

/** An object as it was seen; writes are meant for exactly that one. */
export interface SeenObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** One thing to do about layering, and why in words. Patches are JSON merge patches. */
export type LayeringAction = { readonly because: string } & (
  | { readonly kind: 'create'; readonly object: KubernetesObject }
  | { readonly kind: 'patch'; readonly object: SeenObject; readonly patch: JsonObject }
  | { readonly kind: 'patchStatus'; readonly object: SeenObject; readonly status: JsonObject }
  | { readonly kind: 'delete'; readonly object: SeenObject }
  /** A manifest of ours that nobody needs any more; refusals are tolerated. */
  | { readonly kind: 'deleteImage'; readonly repository: string; readonly digest: string }
);

/** What is to be done about one MachineOSConfig now. */
export interface LayeringPlan {
  /** Safe in this order, and safe to do twice. Empty: nothing until something changes. */
  readonly actions: readonly LayeringAction[];
  /** Registry questions whose answers the next plan needs; asked about until they are answered. */
  readonly questions: readonly LayeringQuestion[];
  readonly findings: readonly { readonly reason: string; readonly message: string; readonly fix: string }[];
  /** Plan again then, even if nothing changes; milliseconds since 1970. */
  readonly wakeAt: number | undefined;
}

export type LayeringQuestion =
  | { readonly kind: 'base'; readonly image: string }
  | { readonly kind: 'child'; readonly key: string; readonly reference: string }
  | { readonly kind: 'index'; readonly key: string; readonly reference: string };
