import type { PatchType } from './apply-patch.ts';

/** Content types of patches, apart from server-side apply. */
export const PATCH_TYPES: ReadonlyMap<string, PatchType> = new Map([
  ['application/json-patch+json', 'json'],
  ['application/merge-patch+json', 'merge'],
  ['application/strategic-merge-patch+json', 'strategic'],
]);

export const APPLY_TYPE = 'application/apply-patch+yaml';
