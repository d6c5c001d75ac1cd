import { readFileSync } from 'node:fs';
import { isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import { events, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { parse } from 'yaml';
import { Canaries } from './canaries.ts';

const secrets: Resource = {
  ...{ group: '', version: 'v1', plural: 'secrets' },
  ...{ kind: 'Secret', namespaced: true },
};

/** Shorter ones stand in texts by chance. */
const shortest = 10;

/**
 * Which secrets of a cluster stand in these texts, or in its events: `namespace/name key`. Every Secret that a test makes is a canary by this,
 * whatever the test is about.
 */
export async function toldSecrets(
  client: Pick<KubernetesClient, 'list'>,
  texts: readonly string[],
): Promise<readonly string[]> {
  const listed = await client.list(secrets);
  // a server that a test has stopped holds nothing any more
  if (!listed.ok) return [];
  const canaries = new Canaries();
  for (const secret of listed.value.items)
    for (const [where, value] of valuesOf(secret)) canaries.add(where, value);
  if (canaries.count === 0) return [];
  const told = await client.list(events);
  return canaries.foundIn([...texts, JSON.stringify(told)].join('\n'));
}

/** The logins that stand in these files: kubeconfigs, logins for registries, keys, tokens. */
export function canariesOf(files: readonly string[]): Canaries {
  const canaries = new Canaries();
  for (const file of files)
    for (const [index, value] of loginsIn(readFileSync(file, 'utf8')).entries())
      canaries.add(`${file} ${index}`, value);
  return canaries;
}

function valuesOf({ metadata, data }: KubernetesObject): readonly (readonly [string, string])[] {
  return Object.entries(isJsonObject(data) ? data : {})
    .filter(([key]) => !isPublic(key))
    .flatMap(([key, value]) =>
      loginsIn(Buffer.from(String(value), 'base64').toString()).map(
        (login, index) => [`${metadata.namespace}/${metadata.name} ${key} ${index}`, login] as const,
      ),
    );
}

/** Certificates are no secret, though Secrets hold them. */
function isPublic(key: string): boolean {
  return /\.crt$|^(namespace|accessKeyId)$/.test(key);
}

function loginsIn(text: string): readonly string[] {
  const found =
    text.startsWith('{') || text.includes('\nkind: Config') ? loginsOf(parse(text)) : linesOf(text);
  return found.filter((value) => value.length >= shortest);
}

/** Of a kubeconfig, or of a file with logins for registries. */
function loginsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(loginsOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (typeof member !== 'string') return loginsOf(member);
    if (key === 'auth')
      return [
        member,
        Buffer.from(member, 'base64')
          .toString()
          .replace(/^[^:]*:/, ''),
      ];
    if (key === 'client-key-data') return linesOf(Buffer.from(member, 'base64').toString());
    return /^(token|password|identitytoken)$/.test(key) ? [member] : [];
  });
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('-----'))
    .flatMap((line) => /:\/\/[^:/]+:([^@]+)@/.exec(line)?.slice(1) ?? [line]);
}
