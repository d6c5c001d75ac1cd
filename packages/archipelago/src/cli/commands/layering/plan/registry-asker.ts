import {
  createRegistrySession,
  parseImageReference,
  parseMirrorSets,
  succeeded,
  withInsecure,
} from '@archipelago/oci-registry';
import type { Ask } from '../../../../layering/forecast/foresee.ts';
import { innerNetworks } from '../../../../operator/gather-inputs.ts';
import { accessFrom } from '../../../../operator/layering/access-from.ts';
import { createAskRegistry } from '../../../../operator/layering/ask-registry.ts';
import { configurations, imageMirrorSets } from '../../../../operator/mirror/cluster-resources.ts';
import { plainObject } from '../../../cluster/live-cluster.ts';
import { clusterRegistries } from '../../../registries/cluster-registries.ts';
import { proxyOf } from '../../../registries/proxy-of.ts';
import { registryAddresses } from '../../../registries/registry-addresses.ts';
import type { RegistryWays } from '../../../registries/registry-ways.ts';
import type { LayeringCluster } from '../cluster/layering-cluster.ts';

/** How long one question may take, in milliseconds. */
const patienceMs = 30_000;

interface RegistryAskerOptions {
  /** It has the secrets and mirrors; undefined: registries are asked with the flags' alone. */
  readonly cluster: Pick<LayeringCluster, 'client' | 'list'> | undefined;
  /** Where secrets lie. */
  readonly namespace: string;
  /** It may tell how registries are reached. */
  readonly operatorNamespace: string;
  readonly ways: RegistryWays;
  /** Logins are those of the flags, not of the secrets. */
  readonly ownLogins: boolean;
  /** Plain HTTP, or certificates that are not checked, for every registry. */
  readonly insecure: boolean;
}

/** Asks registries from here as the operator does from there; a question is asked once. Close it afterwards. */
export async function createRegistryAsker(
  options: RegistryAskerOptions,
): Promise<{ readonly ask: Ask; close(): void }> {
  const { cluster, operatorNamespace, ways, insecure } = options;
  const session = createRegistrySession({
    proxy: proxyOf(process.env),
    ...(await addressesOf(options)),
    limits: { attempts: 2, wholeMs: 15_000 },
  });
  const mirrors = cluster === undefined ? [] : parseMirrorSets(await mirrorSetsOf(cluster));
  const own = cluster === undefined ? [] : await clusterRegistries(cluster.client, operatorNamespace);
  const registries = new Set<string>();
  const ask = createAskRegistry({
    session,
    accessFor: accessOf(options),
    rules: () => withInsecure([...ways.rules, ...own, ...mirrors], [...registries]),
    // a forecast changes nothing
    mayDelete: () => false,
    now: Date.now,
  });
  const asked = new Map<string, ReturnType<Ask>>();
  return {
    ask: (question) => {
      const parsed = parseImageReference(question.reference);
      if (insecure && parsed.kind === 'ok') registries.add(parsed.value.registry);
      const answer = asked.get(question.id) ?? ask(question, AbortSignal.timeout(patienceMs));
      asked.set(question.id, answer);
      return answer;
    },
    close: () => session.transport.close(),
  };
}

/** Where a console asks for somebody else, what an operator does not reach for others, either; all of it where that cannot be told. */
async function addressesOf({ cluster, ways }: RegistryAskerOptions) {
  if (ways.addresses === undefined) return {};
  const found = await cluster?.client.get(configurations.network, { name: 'cluster' });
  const isTold = found?.ok === true || found?.status.code === 404;
  const network = found?.ok === true ? plainObject(found.value) : undefined;
  const inner = isTold ? innerNetworks({ configuration: () => network }) : ['0.0.0.0/0', '::/0'];
  return { addresses: registryAddresses(ways.addresses, () => inner) };
}

function accessOf({ cluster, namespace, ways, ownLogins }: RegistryAskerOptions) {
  const { access } = ways;
  return cluster === undefined || ownLogins
    ? async () => succeeded(access)
    : accessFrom({ client: cluster.client, namespace, access });
}

async function mirrorSetsOf({ list }: Pick<LayeringCluster, 'list'>) {
  return (await Promise.all(imageMirrorSets.map((kind) => list(kind)))).flat();
}
