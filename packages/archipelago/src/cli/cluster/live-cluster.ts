import { type JsonObject, type KubernetesObject, objectAt, systemClock } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  type Resource,
  type Transport,
} from '@archipelago/kube-client';
import { thoseInEffect } from '../../api/those-in-effect.ts';
import type { Inputs } from '../../cluster-facts/inputs.ts';
import { gatherFacts, memoryOf } from '../../operator/gather-inputs.ts';
import { usualImporter } from '../../operator/golden-images/golden-images.ts';
import { statusIn } from '../../operator/hyper-converged.ts';
import { ClusterMirror } from '../../operator/mirror/cluster-mirror.ts';
import { hyperConvergeds } from '../../operator/mirror/cluster-resources.ts';
import type { ClusterOptions } from '../flags/cluster-flags.ts';
import { type Io, UsageError } from '../process/io.ts';
import { askingTransport } from './asking-transport.ts';
import { connect } from './connect.ts';
import { type OperatorDeployment, operatorDeployment } from './operator-deployment.ts';
import { unlistedBecause } from './unlisted-because.ts';
import { unreachableBecause } from './unreachable-because.ts';
import { UnreachableError } from './unreachable-error.ts';

/** A cluster, read once as the operator reads it. */
export interface LiveCluster {
  readonly client: KubernetesClient;
  readonly mirror: ClusterMirror;
  /** Of the HyperConverged. */
  readonly namespace: string;
  /** All namespaces with a HyperConverged. */
  readonly inUse: readonly string[];
  /** Undefined: there is none in the namespace. */
  readonly hyperConverged: JsonObject | undefined;
  /** As the operator has them, but for what registries say. */
  readonly inputs: Inputs;
  /** All objects of a kind; none where the kind is not served. */
  list(resource: Resource): Promise<readonly KubernetesObject[]>;
}

/** How long reading may take, in milliseconds. */
const patienceMs = 20_000;

/** Reads the cluster of a kubeconfig, lets `use` look at it, and lets it go. What has to be assumed is told on standard error. */
export async function withCluster<T>(
  options: ClusterOptions,
  io: Pick<Io, 'err'>,
  use: (cluster: LiveCluster) => Promise<T>,
): Promise<T> {
  return withClient(options, (client) => readCluster({ client, options, io }, use));
}

/** Connects to the cluster of a kubeconfig. */
export async function withClient<T>(
  options: ClusterOptions,
  use: (client: KubernetesClient, transport: Transport) => Promise<T>,
): Promise<T> {
  const transport = askingTransport(await connect(options), options.verbose);
  const client = createKubernetesClient({ transport, userAgent: 'archipelago' });
  try {
    return await use(options.nodes?.through(client) ?? client, transport);
  } catch (error) {
    throw unreachableBecause(error, transport.server);
  } finally {
    client.close();
  }
}

interface Opening {
  readonly client: KubernetesClient;
  readonly options: ClusterOptions;
  readonly io: Pick<Io, 'err'>;
}

/** Reads the cluster of a client, lets `use` look at it, and lets it go. */
export async function readCluster<T>(
  { client, options, io }: Opening,
  use: (cluster: LiveCluster) => Promise<T>,
): Promise<T> {
  const list = lister(client);
  // asked in any case: the mirror would go on asking a cluster that does not answer
  const all = await list(hyperConvergeds);
  const namespace = options.namespace ?? onlyNamespace(all);
  let problem = '';
  const mirror = new ClusterMirror({
    client,
    namespace,
    onChange: () => undefined,
    onNodeChange: () => undefined,
    onDefinitionChange: () => undefined,
    onProblem: (message) => {
      problem = message;
    },
    clock: systemClock,
    random: Math.random,
  });
  try {
    await Promise.race([mirror.start(), tooLate(() => problem)]);
    const unread = mirror.unread();
    if (unread !== undefined) throw new UnreachableError(unread);
    const hyperConverged = mirror.hyperConverged()?.object;
    const operator = await operatorDeployment(client, namespace);
    for (const note of operator.notes) io.err(`note: ${note}\n`);
    const inputs = inputsOf(mirror, hyperConverged, { ...operator, namespace });
    const inUse = all.map(({ metadata }) => metadata.namespace ?? '');
    return await use({ client, mirror, namespace, inUse, hyperConverged, inputs, list });
  } finally {
    await mirror.stop();
  }
}

interface Operator extends OperatorDeployment {
  readonly namespace: string;
}

function inputsOf(
  mirror: ClusterMirror,
  hyperConverged: JsonObject | undefined,
  { parameters, importer = usualImporter(mirror), namespace }: Operator,
): Inputs {
  return {
    facts: gatherFacts(mirror),
    deployment: {
      ...parameters,
      operatorNamespace: namespace,
      goldenImageImporter: importer,
    },
    memory: memoryOf(statusIn(hyperConverged ?? {}), ''),
  };
}

function lister(client: KubernetesClient): LiveCluster['list'] {
  return async (resource) => {
    const listed = await client.list(resource);
    if (listed.ok) return listed.value.items;
    if (listed.status.code === 404) return [];
    throw new UnreachableError(unlistedBecause(resource, listed.status));
  };
}

/** Where the HyperConverged is; there is one in a cluster. */
function onlyNamespace(all: readonly KubernetesObject[]): string {
  const namespaces = thoseInEffect(all).map(({ metadata }) => metadata.namespace ?? '');
  const [first = 'kubevirt-hyperconverged', second] = namespaces;
  if (second === undefined) return first;
  throw new UsageError(
    ({ chooseNamespace }) =>
      `there is a HyperConverged in ${namespaces.join(' and ')}; ${chooseNamespace('one')}`,
  );
}

function tooLate(problem: () => string): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => {
      const because = problem() === '' ? '' : `: ${problem()}`;
      reject(new UnreachableError(`the cluster could not be read within ${patienceMs / 1000} s${because}`));
    }, patienceMs);
    timer.unref();
  });
}

/** The object as plain data. */
export function plainObject(object: KubernetesObject): JsonObject {
  const value: unknown = object;
  return objectAt(value);
}
