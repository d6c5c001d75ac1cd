import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';

const LEAST = 400;
const MOST = 599;

function messageOf(name: string, status: JsonObject): string {
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const said = textAt(status, 'message') || textAt(status, 'reason');
  return said === '' ? `${denied} without explanation` : `${denied}: ${said}`;
}

/** A code that says failure; HTTP has none above 599. */
function codeOf(status: JsonObject): number {
  const code = numberAt(status, 'code') ?? 0;
  return code < LEAST || code > MOST || !Number.isInteger(code) ? LEAST : code;
}

/** The Status that a client gets for a denial: the webhook's own, which is always a failure. */
export function denialStatus(name: string, given: JsonValue | undefined): JsonObject {
  const status = isJsonObject(given ?? null) ? objectAt(given) : {};
  const said = textAt(status, 'status');
  const reason = textAt(status, 'reason');
  const details = valueAt(status, 'details') ?? null;
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: said === '' || said === 'Success' ? 'Failure' : said,
    message: messageOf(name, status),
    ...(reason === '' ? {} : { reason }),
    ...(isJsonObject(details) ? { details } : {}),
    code: codeOf(status),
  };
}
