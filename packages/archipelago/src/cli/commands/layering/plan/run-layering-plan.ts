import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { ObservedObjects } from '../../../../layering/build-plan/layering-plan.ts';
import { forecast } from '../../../../layering/forecast/forecast.ts';
import type { ForecastView } from '../../../../layering/forecast/forecast-view.ts';
import { foresee } from '../../../../layering/forecast/foresee.ts';
import { layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import { secretsOf } from '../../../../operator/layering/secrets-of.ts';
import { type AnswerFlags, answered } from '../../../answers/answered.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import type { RegistryFlags } from '../../../flags/registry-flags.ts';
import { oneOf } from '../../../input/load-input.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { registryWays } from '../../../registries/registry-ways.ts';
import { findBuildsNamespace } from '../cluster/find-builds-namespace.ts';
import { findOperatorNamespace } from '../cluster/find-operator-namespace.ts';
import { type LayeringCluster, withLayeringCluster } from '../cluster/layering-cluster.ts';
import { looksOnly } from '../cluster/looks-only.ts';
import { observeLayering } from '../cluster/observe-layering.ts';
import { resourceNameOf } from '../cluster/resource-name-of.ts';
import { readClusterFile } from './cluster-file.ts';
import { plannedConfigs } from './planned-configs.ts';
import { printForecasts } from './print-forecast.ts';
import { readManifest } from './read-manifest.ts';
import { createRegistryAsker } from './registry-asker.ts';

export interface LayeringPlanOptions
  extends LayeringClusterOptions,
    RegistryFlags,
    Pick<AnswerFlags, 'output'> {
  readonly filename?: string;
  readonly set?: readonly string[];
  /** A file with objects, instead of a cluster. */
  readonly cluster?: string;
  readonly insecure?: boolean;
}

/** Prints what would be built and used again, and why; 0 where the images that are wanted are there, else 1. */
export async function runLayeringPlan(
  name: string | undefined,
  options: LayeringPlanOptions,
  io: Io,
): Promise<number> {
  const file = options.filename === undefined ? undefined : await readManifest(options.filename, io);
  const asking = { name, options, io, file };
  return answered({ output: options.output }, io, async () => {
    const views =
      options.cluster === undefined ? await planLive(asking) : await planOffline(asking, options.cluster);
    const report: LayeringPlanReport = { configs: views };
    return {
      data: report,
      print: (isWide) => printForecasts(views, { isWide, color: io.outColor === true }),
      names: views.map(resourceNameOf),
      code: views.every(({ verdict }) => verdict === 'nothing') ? 0 : 1,
    };
  });
}

/** What `layering plan` tells programs. */
export interface LayeringPlanReport {
  readonly configs: readonly ForecastView[];
}

interface Asking {
  readonly name: string | undefined;
  readonly options: LayeringPlanOptions;
  readonly io: Io;
  readonly file: JsonObject | undefined;
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
  const { name, options, io, file } = asking;
  const changes = plannedConfigs(
    { name, file, filename: options.filename, set: options.set ?? [] },
    source.configs,
  );
  const asker = await createRegistryAsker({
    cluster: source.cluster,
    namespace: source.namespace,
    operatorNamespace: source.operatorNamespace,
    ways: await registryWays(options, io),
    ownLogins: options.authfile !== undefined,
    insecure: options.insecure === true,
  });
  try {
    return await Promise.all(
      changes.map(async ({ config, stored }) => {
        const observed = await source.observe({ apiVersion: `${config.group}/v1` });
        const deployment = looksOnly(source.namespace);
        const now = Date.now() + settledMs;
        return forecast(await foresee({ config, observed, deployment, answers: {}, now }, asker.ask), stored);
      }),
    );
  } finally {
    asker.close();
  }
}

/** Builds wait so long for more nodes to come when one has come; a plan looks at what follows. */
const settledMs = 10_000;
