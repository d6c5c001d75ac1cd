import {
  type FieldError,
  goJsonError,
  type JsonObject,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { invalidValue, required, tooLong } from './field-errors.ts';

const LIMIT = 1024 * 1024;
const REDACTED = '<secret contents redacted>';
const ACCOUNT = 'kubernetes.io/service-account.name';

function bytesOf(data: JsonObject, key: string): Buffer | undefined {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  return value === undefined ? undefined : Buffer.from(String(value ?? ''), 'base64');
}

/** Some types of Secrets have content that others rely on. */
export function secretErrors(secret: JsonObject): readonly FieldError[] {
  const data = objectAt(secret, 'data');
  const size = Object.keys(data).reduce((sum, key) => sum + (bytesOf(data, key)?.length ?? 0), 0);
  return [...(size > LIMIT ? [tooLong('data', LIMIT)] : []), ...typeErrors(secret, data)];
}

function typeErrors(secret: JsonObject, data: JsonObject): readonly FieldError[] {
  const missing = (...keys: readonly string[]) =>
    keys.filter((key) => bytesOf(data, key) === undefined).map((key) => required(`data[${key}]`, ''));
  switch (textAt(secret, 'type')) {
    case 'kubernetes.io/service-account-token':
      return accountErrors(secret);
    case 'kubernetes.io/dockercfg':
      return documentErrors(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return documentErrors(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth': {
      const both = missing('username', 'password');
      return both.length === 2 ? both : [];
    }
    case 'kubernetes.io/ssh-auth':
      return bytesOf(data, 'ssh-privatekey')?.length ? [] : [required('data[ssh-privatekey]', '')];
    case 'kubernetes.io/tls':
      return missing('tls.crt', 'tls.key');
    default:
      return [];
  }
}

function accountErrors(secret: JsonObject): readonly FieldError[] {
  const name = valueAt(objectAt(secret, 'metadata', 'annotations'), ACCOUNT) ?? '';
  return name === '' ? [required(`metadata.annotations[${ACCOUNT}]`, '')] : [];
}

/** A document of logins: JSON, an object or null. What is in it is not told. */
function documentErrors(data: JsonObject, key: string): readonly FieldError[] {
  const bytes = bytesOf(data, key);
  if (bytes === undefined) return [required(`data[${key}]`, '')];
  const problem = documentProblem(bytes.toString());
  return problem === undefined ? [] : [invalidValue(`data[${key}]`, REDACTED, problem)];
}

function documentProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || (typeof value === 'object' && !Array.isArray(value))) return undefined;
    const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
    return `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
  } catch {
    return goJsonError(text);
  }
}
