import { type JsonObject, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { accepted, type Parsed, refusal } from '../outcomes/parsed.ts';
import type { CredentialEntry } from './credential.ts';
import { parseDockerCfg, parseDockerConfig } from './parse-docker-config.ts';

/**
 * The credentials in a Secret: a pull secret (`.dockerconfigjson`, `.dockercfg`), or CDI's pair `accessKeyId` and `secretKey`,
 * which names no registry and is for the one the image is in (`registry`). Refusals name the Secret and the key, never a value.
 */
export function credentialsOfSecret(
  secret: KubernetesObject,
  registry: string,
): Parsed<readonly CredentialEntry[]> {
  const name = `Secret ${secret.metadata.namespace ?? ''}/${secret.metadata.name}`;
  const data = objectAt(secret, 'data');
  const configJson = decoded(data, '.dockerconfigjson');
  if (configJson !== undefined) return parseDockerConfig(configJson, `${name}: .dockerconfigjson`);
  const cfg = decoded(data, '.dockercfg');
  if (cfg !== undefined) return parseDockerCfg(cfg, `${name}: .dockercfg`);
  const username = decoded(data, 'accessKeyId');
  const password = decoded(data, 'secretKey');
  if (username === undefined || password === undefined)
    return refusal(
      name,
      Object.keys(data).join(', '),
      'has neither .dockerconfigjson nor .dockercfg nor accessKeyId and secretKey',
      'add the keys accessKeyId and secretKey',
    );
  return accepted([{ scope: registry, credential: { kind: 'password', username, password } }]);
}

function decoded(data: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(data, key) ? data[key] : undefined;
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : undefined;
}
