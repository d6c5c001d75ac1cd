import type { Refusal } from '../refusals/refusal.ts';
import { refuse } from '../refusals/status.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import { parseContentType } from '../requests/media-type.ts';
import { unsupportedMediaType } from '../requests/read-body.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { PatchType } from './apply-patch.ts';
import { APPLY_TYPE, PATCH_TYPES } from './patch-types.ts';

function acceptedTypes(): readonly string[] {
  return [...PATCH_TYPES.keys(), APPLY_TYPE].filter((type) => !type.includes('strategic'));
}

/** Which kind of patch a request brings. One that its resource does not have is refused before anything else is looked at. */
export function patchTypeOf(
  { custom }: ResourceType,
  { headers }: ApiRequest,
): PatchType | 'apply' | Refusal {
  const contentType = parseContentType(headers['content-type'])?.type ?? '';
  const type = contentType === APPLY_TYPE ? 'apply' : PATCH_TYPES.get(contentType);
  if (type !== undefined && !(custom && type === 'strategic')) return type;
  if (custom) return unsupportedMediaType(acceptedTypes());
  const message = '415: Unsupported Media Type';
  return refuse({ code: 415, message, reason: 'UnsupportedMediaType', details: {} });
}
