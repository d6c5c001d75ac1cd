import { isJsonObject, type JsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';
import { parseJson } from '../manifests/parse-manifest.ts';
import { accepted, type Parsed, refusal } from '../outcomes/parsed.ts';
import { parseRegistry } from '../references/registry-host.ts';
import type { Credential, CredentialEntry } from './credential.ts';

/**
 * Reads the file that `docker login` and `podman login` write (`auths`), which is also a pull secret's `.dockerconfigjson`.
 * Entries without a credential (kept by a credential helper) are left out. No value of a credential appears in a refusal. A file of
 * the older form, entries without `auths` around them (`.dockercfg`), is read, too.
 */
export function parseDockerConfig(text: string, field = 'auth file'): Parsed<readonly CredentialEntry[]> {
  const document = parseJson(new TextEncoder().encode(text));
  if (!isJsonObject(document))
    return refusal(field, '', 'is no JSON object', 'log in again to write it anew');
  if (isOlderForm(document)) return parseAuths(document, field);
  const auths = document.auths ?? {};
  if (!isJsonObject(auths))
    return refusal(`${field}: auths`, '', 'is no object', 'log in again to write it anew');
  return parseAuths(auths, field);
}

/** Reads the older form, which has no `auths` around the entries: a pull secret's `.dockercfg`. */
export function parseDockerCfg(text: string, field = '.dockercfg'): Parsed<readonly CredentialEntry[]> {
  const document = parseJson(new TextEncoder().encode(text));
  return isJsonObject(document)
    ? parseAuths(document, field)
    : refusal(field, '', 'is no JSON object', 'make the secret anew');
}

/** Every entry of it is a login; the newer form has lists and texts besides. */
function isOlderForm(document: JsonObject): boolean {
  const values = Object.values(document);
  const parts = ['auth', 'username', 'identitytoken', 'registrytoken'];
  return values.length > 0 && values.every((value) => parts.some((part) => textAt(value, part) !== ''));
}

function parseAuths(auths: JsonObject, field: string): Parsed<readonly CredentialEntry[]> {
  const entries: CredentialEntry[] = [];
  for (const [key, value] of Object.entries(auths)) {
    const credential = parseEntry(value, `${field}: ${key}`);
    if (credential.kind === 'refused') return credential;
    if (credential.value !== undefined) entries.push({ scope: scopeOf(key), credential: credential.value });
  }
  return accepted(entries);
}

/** Keys of old were URLs (`https://host/v1/`): they mean the host. Others are a host, or a host and the start of a path. */
function scopeOf(key: string): string {
  const bare = key.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  const [host = '', ...path] =
    bare === key || !/\/v[12]$/.test(bare) ? bare.split('/') : bare.split('/').slice(0, -1);
  const registry = parseRegistry(host);
  return [registry.kind === 'ok' ? registry.value : host.toLowerCase(), ...path].join('/');
}

function parseEntry(value: JsonValue | undefined, field: string): Parsed<Credential | undefined> {
  if (!isJsonObject(value)) return refusal(field, '', 'is no object', 'log in again to write it anew');
  const identity = textAt(value, 'identitytoken');
  if (identity !== '') return accepted({ kind: 'identityToken', token: identity });
  const token = textAt(value, 'registrytoken');
  if (token !== '') return accepted({ kind: 'registryToken', token });
  const auth = textAt(value, 'auth');
  if (auth !== '') return parseAuth(auth, `${field}: auth`);
  const [username, password] = [textAt(value, 'username'), textAt(value, 'password')];
  return accepted(username === '' && password === '' ? undefined : { kind: 'password', username, password });
}

function parseAuth(auth: string, field: string): Parsed<Credential> {
  const decoded = Buffer.from(auth, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 0) return refusal(field, '', 'is not user:password in base64', 'log in again to write it anew');
  // docker pads what it writes with NUL bytes
  const password = decoded.slice(colon + 1).replace(/\0+$/, '');
  return accepted({ kind: 'password', username: decoded.slice(0, colon), password });
}
