import { isJsonList, isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { withoutLogins } from '../api/without-logins.ts';
import type { FieldPath } from '../config/framework/field-path.ts';

/** Stands where a value is nobody's business. */
const hidden = '(not shown)';

/** Keys whose texts are logins in whatever object they are, however they are spelt: `bearer-token`, `clientSecret`, `API_KEY`. */
const secretKey =
  /(?:password|passwd|passphrase|token|secret|credentials?|apikey|accesskey|secretkey|privatekey|dockerconfigjson)$/;
/** People keep anything in annotations, what `kubectl apply` sent last among it; environments of containers and data are like them. */
const closedPlaces = new Set(['annotations', 'env', 'data', 'stringData', 'binaryData', 'patches']);

/**
 * A value as logs and events may have it: without logins, wherever in an operand somebody wrote them. What a key, a place or the text
 * itself gives away as one is hidden whole.
 */
export function toldValue(path: FieldPath, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined) return undefined;
  return path.some(isClosed) ? hidden : withoutSecrets(value);
}

function isClosed(segment: string | number): boolean {
  return typeof segment === 'string' && (closedPlaces.has(segment) || isSecretKey(segment));
}

function withoutSecrets(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(withoutSecrets);
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([key, below = null]) => [
      key,
      isHolding(key, below) ? hidden : withoutSecrets(below),
    ]);
    return Object.fromEntries(members);
  }
  return typeof value === 'string' ? withoutLogins(value) : value;
}

/** An empty object says that there is nothing. */
function isHolding(key: string, value: JsonValue): boolean {
  if (!isClosed(key)) return false;
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
}

function isSecretKey(key: string): boolean {
  return secretKey.test(key.replace(/[-_.]/g, '').toLowerCase());
}
