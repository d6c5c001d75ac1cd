import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { ObservedObjects } from '../../../../layering/build-plan/layering-plan.ts';
import { forecast } from '../../../../layering/forecast/forecast.ts';
import type { ForecastView } from '../../../../layering/forecast/forecast-view.ts';
import { foresee } from '../../../../layering/forecast/foresee.ts';
import { layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import { secretsOf } from '../../../../operator/layering/secrets-of.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { oneOf } from '../../../input/load-input.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import type { RegistryWays } from '../../../registries/registry-ways.ts';
import { findBuildsNamespace } from '../cluster/find-builds-namespace.ts';
import { findOperatorNamespace } from '../cluster/find-operator-namespace.ts';
import { type LayeringCluster, withLayeringCluster } from '../cluster/layering-cluster.ts';
import { looksOnly } from '../cluster/looks-only.ts';
import { observeLayering } from '../cluster/observe-layering.ts';
import { readClusterFile } from './cluster-file.ts';
import { type ConfigEdit, plannedConfigs } from './planned-configs.ts';
import { createRegistryAsker } from './registry-asker.ts';

/** How a plan is asked for. */
export interface ForecastOptions extends LayeringClusterOptions {
  readonly filename?: string;
  /** A file with objects, instead of a cluster. */
  readonly cluster?: string;
  readonly insecure?: boolean;
}

/** What is planned for. */
interface Asking {
  /** Undefined: all configs. */
  readonly name: string | undefined;
  readonly options: ForecastOptions;
  readonly io: Io;
  /** Content of `options.filename`. */
  readonly file: JsonObject | undefined;
  readonly edit: ConfigEdit | undefined;
  /** How registries are asked. */
  readonly ways: RegistryWays;
  /** With the logins of `ways`, and not with those of the cluster's secrets. */
  readonly ownLogins: boolean;
}

/** What would be built and used again, of configs as they are or as they would be. Nothing is written. */
export function forecastConfigs(asking: Asking): Promise<readonly ForecastView[]> {
  const { cluster } = asking.options;
  return cluster === undefined ? planLive(asking) : planOffline(asking, cluster);
}

/** Where the objects come from. */
interface Source {
  readonly cluster: LayeringCluster | undefined;
  readonly configs: readonly KubernetesObject[];
  /** Of builds. */
  readonly namespace: string;
  readonly operatorNamespace: string;
  observe(config: Pick<KubernetesObject, 'apiVersion'>): Promise<ObservedObjects>;
}

function planLive(asking: Asking): Promise<readonly ForecastView[]> {
  return withLayeringCluster(asking.options, async (cluster) => {
    const namespace = await findBuildsNamespace(cluster, asking.options);
    const operatorNamespace = await findOperatorNamespace(cluster, asking.options.namespace);
    const observe = observeLayering(cluster, namespace);
    // a snapshot has none: that each is there is taken for granted
    const secrets = asking.options.snapshot === undefined ? await secretsIn(cluster, namespace) : {};
    const { configs } = cluster;
    return planAll(asking, {
      cluster,
      configs,
      namespace,
      operatorNamespace,
      observe: async (config) => ({ ...(await observe(config)), ...secrets }),
    });
  });
}

/** As the operator has them. */
async function secretsIn(
  { list }: LayeringCluster,
  namespace: string,
): Promise<Pick<ObservedObjects, 'secrets' | 'logins' | 'proxyKeys'>> {
  return secretsOf(await list(layeringKinds.secrets, { namespace }));
}

async function planOffline(asking: Asking, file: string): Promise<readonly ForecastView[]> {
  const { options, io } = asking;
  if (options.snapshot !== undefined) throw new UsageError(oneOf(file, options.snapshot));
  const { kubeconfig, context, namespace, layeringNamespace } = options;
  const flags = { kubeconfig, context, namespace, 'layering-namespace': layeringNamespace };
  const [chosen] = Object.entries(flags).filter(([, value]) => value !== undefined);
  if (chosen !== undefined)
    throw new UsageError(
      `--${chosen[0]} ${chosen[1]}: --cluster ${file} stands for the cluster; leave one of them out`,
    );
  const { configs, observed } = await readClusterFile(file, io);
  return planAll(asking, {
    cluster: undefined,
    configs,
    namespace: '',
    operatorNamespace: '',
    observe: async ({ apiVersion }) => ({
      ...observed,
      builds: observed.builds.filter((build) => build.apiVersion === apiVersion),
    }),
  });
}

async function planAll(asking: Asking, source: Source): Promise<readonly ForecastView[]> {
  const { name, options, file, edit, ways, ownLogins } = asking;
  const changes = plannedConfigs({ name, file, filename: options.filename, edit }, source.configs);
  const asker = await createRegistryAsker({
    cluster: source.cluster,
    namespace: source.namespace,
    operatorNamespace: source.operatorNamespace,
    ways,
    ownLogins,
    insecure: options.insecure === true,
  });
  try {
    return await Promise.all(
      changes.map(async ({ config, stored }) => {
        const observed = await source.observe({ apiVersion: `${config.group}/v1` });
        const deployment = looksOnly(source.namespace);
        const now = Date.now() + settledMs;
        const foreseen = await foresee({ config, observed, deployment, answers: {}, now }, asker.ask);
        return forecast(foreseen, stored, options.advice?.layering);
      }),
    );
  } finally {
    asker.close();
  }
}

/** Builds wait so long for more nodes to come when one has come; a plan looks at what follows. */
const settledMs = 10_000;
