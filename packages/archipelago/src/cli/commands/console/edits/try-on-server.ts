import { isKubernetesObject, type JsonObject } from '@archipelago/apimachinery';
import { hyperConvergeds } from '../../../../operator/mirror/cluster-resources.ts';
import type { OpenCluster } from '../../../cluster/open-cluster.ts';

/** What a server says to a write that it does not carry out. */
type Tried =
  | { readonly state: 'accepts' | 'notAsked' }
  | { readonly state: 'refuses' | 'mayNot'; readonly message: string };

/** Has the API server try a HyperConverged: its schema, rules, policies and webhooks, and the rights of who asks. Nothing is stored. */
export async function tryOnServer(
  object: JsonObject,
  { access, hyperConverged: stored }: OpenCluster,
): Promise<Tried> {
  if (access === undefined) return { state: 'notAsked' };
  if (!isKubernetesObject(object)) return { state: 'refuses', message: 'it has no name' };
  const { client } = access;
  const tried =
    stored === undefined
      ? await client.create(hyperConvergeds, object, { dryRun: true })
      : await client.update(hyperConvergeds, object, { dryRun: true });
  if (tried.ok) return { state: 'accepts' };
  const { code, message } = tried.status;
  return { state: code === 403 ? 'mayNot' : 'refuses', message };
}
