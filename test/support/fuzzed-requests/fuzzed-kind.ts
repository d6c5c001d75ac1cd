import type { JsonObject } from '@archipelago/apimachinery';

/** A resource that random requests are about. */
export interface FuzzedKind {
  /** `/api/v1`, or `/apis/apps/v1`. */
  readonly root: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Those that are asked for, beside `status`. */
  readonly subresources: readonly string[];
  /** A valid object without apiVersion, kind and metadata. */
  readonly content: JsonObject;
}

/** Of an object of the kind: `v1`, or `apps/v1`. */
export function apiVersionOf({ root }: FuzzedKind): string {
  return root.replace(/^\/apis?\//, '');
}

/** The path of a collection. */
export function collectionOf({ root, plural, namespaced }: FuzzedKind, namespace: string): string {
  return namespaced ? `${root}/namespaces/${namespace}/${plural}` : `${root}/${plural}`;
}
