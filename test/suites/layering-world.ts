import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  type KubernetesClient,
  type Resource,
  type Transport,
} from '@archipelago/kube-client';
import { createRegistrySession, type RegistryAccess, type RegistryRule } from '@archipelago/oci-registry';
import { lineOf } from '../../packages/archipelago/src/cli/commands/operator/log/log-event.ts';
import { printDone } from '../../packages/archipelago/src/engine/plan/print-action.ts';
import { ownGroup } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import { readDeployment } from '../../packages/archipelago/src/operator/deployment-parameters.ts';
import {
  buildKinds,
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { layeringKindsOf } from '../../packages/archipelago/src/operator/layering/layering-manifests.ts';
import { jobsAccount } from '../../packages/archipelago/src/operator/options/layering-choices.ts';
import type {
  LayeringNews,
  OperatorEvent,
} from '../../packages/archipelago/src/operator/options/operator-event.ts';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import {
  createDefinitions,
  createNamespace,
  createReadyNodes,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import type { RunPod } from '../../packages/archipelago/src/simulation/actors/jobs/run-pod.ts';
import { startJobController } from '../../packages/archipelago/src/simulation/actors/jobs/start-job-controller.ts';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import { toldSecrets } from '../support/told-secrets.ts';
import { until } from '../support/until.ts';

interface LayeringWorldOptions {
  /** The administrator. */
  readonly admin: KubernetesClient;
  /** Of builds. */
  readonly namespace: string;
  readonly operatorNamespace: string;
  readonly run: RunPod;
  readonly access?: RegistryAccess;
  readonly rules?: readonly RegistryRule[];
  readonly registriesConf?: string;
  readonly platform?: 'kubernetes' | 'openshift';
}

/** Name of the image that stands for ours in jobs. */
export const ownImage = 'archipelago.example/archipelago:test';
export const builderImage = 'archipelago.example/buildah:test';

const serviceAccounts: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
};

/** A cluster with an operator that layers, and somebody who plays Job controller, scheduler and kubelet. */
export class LayeringWorld {
  readonly options: LayeringWorldOptions;
  readonly client: KubernetesClient;
  readonly problems: string[] = [];
  readonly told: string[] = [];
  /** What the operator's log would be. */
  readonly #log: string[] = [];
  operator: RunningOperator | undefined;
  #jobs: { stop(): Promise<void> } | undefined;
  #nodes = 0;

  constructor(options: LayeringWorldOptions) {
    this.options = options;
    this.client = options.admin;
  }

  /** Definitions, namespace and the jobs' account, where no installation has brought them. */
  async furnish(): Promise<void> {
    const { namespace, platform = 'kubernetes' } = this.options;
    await createDefinitions(this.client, layeringKindsOf(platform));
    await createNamespace(this.client, namespace);
    const metadata = { name: jobsAccount, namespace };
    await must(this.client.create(serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata }));
  }

  startJobs(): void {
    const { run } = this.options;
    const onProblem = (problem: string) => this.problems.push(problem);
    this.#jobs = startJobController({
      client: this.client,
      run,
      onProblem,
      backoff: { baseMs: 10, capMs: 50 },
    });
  }

  async stopJobs(): Promise<void> {
    await this.#jobs?.stop();
  }

  /** One in this process. */
  async startOperator(transport: Transport): Promise<RunningOperator> {
    const { namespace, operatorNamespace, access, rules = [], registriesConf } = this.options;
    const { parameters } = await readDeployment({});
    const session = createRegistrySession({ limits: { attempts: 2 } });
    const operator = startOperator({
      client: createKubernetesClient({ transport, userAgent: 'operator' }),
      namespace: operatorNamespace,
      deployment: parameters,
      layering: {
        namespace,
        builderImage,
        ownImage,
        serviceAccount: jobsAccount,
        clusterJobs: 16,
        storeLimit: '100Gi',
        session,
        access: access ?? { credentials: [], ca: undefined },
        rules,
        registriesConf,
      },
      onEvent: (event) => this.#hear(event),
    });
    this.operator = operator;
    return operator;
  }

  async stop(): Promise<void> {
    await this.operator?.stop();
    await this.stopJobs();
    const secrets = await toldSecrets(this.client, this.#log);
    this.client.close();
    if (secrets.length > 0) throw new Error(`the operator told ${secrets.join(', ')}`);
  }

  async addNode(
    name: string,
    architecture: string,
    labels: Readonly<Record<string, string>> = { pool: 'edge' },
  ) {
    this.#nodes += 1;
    // nodes that have just come are waited for: others may follow
    const now = '2026-01-01T00:00:00Z';
    const node = simulatedNode({ name, architecture, roles: ['worker'] }, { now, index: this.#nodes });
    const metadata = { ...node.metadata, labels: { ...node.metadata.labels, ...labels } };
    await createReadyNodes(this.client, [{ ...node, metadata }]);
  }

  /** A login for registries, as a secret in the namespace of the jobs. */
  async addSecret(name: string, logins: Readonly<Record<string, string>>): Promise<void> {
    const auths = Object.fromEntries(
      Object.entries(logins).map(([host, login]) => [host, { auth: Buffer.from(login).toString('base64') }]),
    );
    const text = Buffer.from(JSON.stringify({ auths })).toString('base64');
    await must(
      this.client.create(layeringKinds.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name, namespace: this.options.namespace },
        type: 'kubernetes.io/dockerconfigjson',
        data: { '.dockerconfigjson': text },
      }),
    );
  }

  async applyConfig(name: string, spec: JsonObject): Promise<void> {
    const body = {
      apiVersion: `${ownGroup}/v1`,
      kind: 'MachineOSConfig',
      metadata: { name },
      spec: { imageBuilder: { imageBuilderType: 'Job' }, ...spec },
    };
    await must(this.client.patch(configKinds[ownGroup], { name }, { type: 'apply', body, force: true }));
  }

  async config(name: string): Promise<JsonObject> {
    return plain(await must(this.client.get(configKinds[ownGroup], { name })));
  }

  async builds(): Promise<readonly JsonObject[]> {
    const { items } = await must(this.client.list(buildKinds[ownGroup]));
    return items
      .map(plain)
      .sort((a, b) =>
        textIn(a, 'metadata', 'creationTimestamp') < textIn(b, 'metadata', 'creationTimestamp') ? -1 : 1,
      );
  }

  async jobs(): Promise<readonly KubernetesObject[]> {
    const { namespace } = this.options;
    return (await must(this.client.list(layeringKinds.jobs, { namespace }))).items;
  }

  async pods(): Promise<readonly KubernetesObject[]> {
    const { namespace } = this.options;
    return (await must(this.client.list(layeringKinds.pods, { namespace }))).items;
  }

  /** Waits until the config's current build has succeeded, another one than `after`; gives it. */
  async succeeded(config: string, after?: string, withinMs = 120_000): Promise<JsonObject> {
    return this.until(`a build of ${config} succeeds`, withinMs, async () => {
      const found = await this.config(config);
      const current = textIn(found, 'status', 'currentImagePullSpec');
      const done = (await this.builds()).find(
        (build) => textIn(build, 'status', 'index', 'pullSpec') === current && current !== '',
      );
      return done !== undefined && textIn(done, 'metadata', 'name') !== after ? done : undefined;
    });
  }

  until<T>(what: string, withinMs: number, find: () => Promise<T | undefined>): Promise<T> {
    return until(find, { withinMs, pauseMs: 100, tell: () => this.#restlessness(what) });
  }

  /** What the waiting was about, short enough to be read. */
  async #restlessness(what: string): Promise<string> {
    const builds = (await this.builds()).map(
      (build) =>
        `${textIn(build, 'metadata', 'name')} ${textIn(build, 'status', 'phase')} ${textIn(build, 'status', 'message')}`,
    );
    const pods = (await this.pods()).map(
      ({ metadata, status }) =>
        `${metadata.name} ${JSON.stringify(status)
          .replaceAll(/"conditions":\[[^\]]*\],/g, '')
          .slice(0, 700)}`,
    );
    const lines = [...this.told.slice(-15), ...this.problems.slice(-10), ...builds, ...pods];
    return [`waited in vain until ${what}`, ...lines].join('\n');
  }

  #hear(event: OperatorEvent): void {
    this.#log.push(JSON.stringify(lineOf(event)));
    if (event.type === 'problem') this.problems.push(event.message);
    if (event.type === 'layering') this.told.push(printNews(event.news));
  }
}

function printNews(news: LayeringNews): string {
  return news.kind === 'action'
    ? printDone(news.action)
    : `${news.config}: ${news.finding.reason}: ${news.finding.message}`;
}

export async function must<T>(
  result: Promise<
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly status: { readonly code: number; readonly message: string } }
  >,
): Promise<T> {
  const answer = await result;
  if (!answer.ok) throw new Error(`${answer.status.code} ${answer.status.message}`);
  return answer.value;
}

function plain(object: KubernetesObject): JsonObject {
  const value: unknown = object;
  if (!isJsonObject(value)) throw new Error('no object');
  return value;
}

export function valueIn(object: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) ? value[key] : undefined),
    object,
  );
}

export function textIn(object: JsonValue | undefined, ...path: readonly string[]): string {
  const found = valueIn(object, ...path);
  return typeof found === 'string' ? found : '';
}
