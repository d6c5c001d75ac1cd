import { type KubernetesObject, textAt, textsAt } from '@archipelago/apimachinery';
import { proxyNames } from './registry-settings.ts';

/** Which keys of a proxy a Secret of the cluster has something under. */
export function proxyKeysIn(secret: KubernetesObject): readonly string[] {
  return proxyNames.filter((name) => textAt(secret, 'data', name) !== '');
}

const alreadyRead = new WeakMap<KubernetesObject, readonly string[]>();

/** The same, of a mirrored Secret, which keeps them under `proxyKeys`. */
export function keptProxyKeys(secret: KubernetesObject): readonly string[] {
  const keys =
    alreadyRead.get(secret) ??
    (secret.proxyKeys === undefined ? proxyKeysIn(secret) : textsAt(secret.proxyKeys));
  alreadyRead.set(secret, keys);
  return keys;
}
