import type { JsonValue } from '../api/json-value.ts';
import { ApiserverPatch } from './apiserver-patch.ts';
import { JsonDraft } from './json-draft.ts';
import type { JsonPatchOperation } from './json-patch-operation.ts';
import { jsonSize, maxLevels } from './json-size.ts';
import { Rfc6902Patch } from './rfc6902-patch.ts';

/** The patched document, or the first operation that does not apply. */
type JsonPatchResult =
  | { readonly ok: true; readonly value: JsonValue }
  | {
      readonly ok: false;
      /** Index of the operation; the number of operations when the result as a whole is refused. */
      readonly index: number;
      readonly message: string;
      /** HTTP status the API server answers with. */
      readonly status: number;
    };

/**
 * Applies a JSON patch, all of it or nothing; the document given is never changed. `rfc6902` is the standard to
 * the letter. `apiserver` is what Kubernetes 1.36 does (json-patch v4): negative and zero-padded indices, unknown
 * escapes kept, `copy` of a missing member adds null, and its messages.
 */
export function applyJsonPatch(
  document: JsonValue,
  operations: readonly JsonPatchOperation[],
  dialect: 'rfc6902' | 'apiserver',
): JsonPatchResult {
  const draft = new JsonDraft(document);
  const patch = dialect === 'rfc6902' ? new Rfc6902Patch(draft) : new ApiserverPatch(draft);
  for (const [index, operation] of operations.entries()) {
    const result = patch.apply(operation);
    if (!result.ok) return { ok: false, index, message: result.message, status: result.status ?? 422 };
  }
  if (jsonSize(draft.root, Number.POSITIVE_INFINITY).levels > maxLevels) {
    const message = `the patched document is nested deeper than ${maxLevels} levels`;
    return { ok: false, index: operations.length, message, status: 422 };
  }
  return { ok: true, value: draft.root };
}
