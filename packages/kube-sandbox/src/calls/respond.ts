import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { stringify } from 'yaml';
import { metadataOf } from '../json/json-access.ts';
import { jsonText } from '../json/json-text.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, internal, refuse } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import type { Negotiated } from '../requests/negotiate.ts';
import { UNCACHED } from '../requests/uncached.ts';
import { type IncludeObject, makeTable, partialMetadata } from '../tables/make-table.ts';
import type { Call } from './call.ts';

/** An answer with a JSON text, or the YAML of it. */
export function respondText(status: number, text: string, format: Negotiated['format']): ApiResponse {
  const body = format === 'yaml' ? stringify(JSON.parse(text)) : text;
  return { status, headers: { ...UNCACHED, 'content-type': `application/${format}` }, body };
}

export function respondObject(status: number, object: JsonObject, format: Negotiated['format']): ApiResponse {
  return respondText(status, jsonText(object), format);
}

/** The answer of a refusal. */
export function respondRefusal(refusal: Refusal, format: Negotiated['format'] = 'json'): ApiResponse {
  const response = respondObject(refusal.code, refusal.status, format);
  if (refusal.retryAfter === undefined) return response;
  return { ...response, headers: { ...response.headers, 'retry-after': String(refusal.retryAfter) } };
}

const INCLUDES: readonly IncludeObject[] = ['Metadata', 'Object', 'None'];

/** What `includeObject` asks table rows to carry. */
export function includeObject(call: Call): IncludeObject | Refusal {
  const wanted = call.request.query.get('includeObject') ?? '';
  if (wanted === '') return 'Metadata';
  const known = INCLUDES.find((include) => include === wanted);
  if (known !== undefined) return known;
  return badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(wanted)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** Columns of the call's resource; a subresource of another kind has only name and age. */
export function tableOf(
  call: Call,
  objects: readonly JsonObject[],
  metadata: JsonObject,
  withHeaders = true,
): JsonObject | Refusal {
  const include = includeObject(call);
  if (include instanceof Refusal) return include;
  const now = call.server.environment.now();
  return makeTable(objects, {
    columns: call.type.columns,
    includeObject: include,
    now,
    metadata,
    withHeaders,
  });
}

/** One object in the representation the client asked for. */
function representObject(call: Call, object: JsonObject): JsonObject | Refusal {
  const { as } = call.negotiated;
  if (as === undefined) return object;
  if (as === 'PartialObjectMetadata') return partialMetadata(object);
  if (as === 'Table') {
    const resourceVersion = valueAt(metadataOf(object), 'resourceVersion');
    return tableOf(call, [object], resourceVersion === undefined ? {} : { resourceVersion });
  }
  if (call.type.custom) return internal('content is not a list');
  const message = `you requested PartialObjectMetadataList, but the requested object is not a list (*${call.type.kind})`;
  return refuse({ code: 406, message, reason: 'NotAcceptable' });
}

/** Answers with one object of the call's resource. */
export function answerObject(call: Call, status: number, object: JsonObject): ApiResponse | Refusal {
  const represented = representObject(call, object);
  if (represented instanceof Refusal) return represented;
  return respondObject(status, represented, call.negotiated.format);
}
