import type { Verb } from './resource-type.ts';

/** What can be asked of an API that code of the server's user answers: one answer for one request, so no watch. */
export type ApiVerb = Exclude<Verb, 'watch' | 'patch'>;

/** A resource of such an API, as discovery shows it. */
export interface ServedResource {
  readonly plural: string;
  readonly namespaced: boolean;
  /** The resource itself; absent where there are only subresources. */
  readonly own?: { readonly kind: string; readonly singular: string; readonly verbs: readonly ApiVerb[] };
  readonly subresources?: readonly ServedSubresource[];
}

interface ServedSubresource {
  readonly name: string;
  /** What it speaks, where that has a kind. */
  readonly kind?: string;
  readonly verbs: readonly ApiVerb[];
}

/** A version of a group that code of the server's user answers. */
export interface ServedApi {
  readonly group: string;
  readonly version: string;
  readonly resources: readonly ServedResource[];
}
