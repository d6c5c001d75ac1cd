import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import {
  type ApiResult,
  createKubernetesClient,
  type KubernetesClient,
  type ObjectName,
  type Resource,
  type Transport,
} from '@archipelago/kube-client';
import { lineOf } from '../../packages/archipelago/src/cli/commands/operator/log/log-event.ts';
import type { NodeFacts } from '../../packages/archipelago/src/cluster-facts/cluster-facts.ts';
import type { Inputs } from '../../packages/archipelago/src/cluster-facts/inputs.ts';
import { parseClusterFacts } from '../../packages/archipelago/src/cluster-facts/parse-cluster-facts.ts';
import { hyperConvergedDefinition } from '../../packages/archipelago/src/config/crd.ts';
import { type Operand, objectKey } from '../../packages/archipelago/src/config/framework/operand.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { printMetrics } from '../../packages/archipelago/src/observability/print-metrics.ts';
import {
  definitions as definitionResource,
  hyperConvergeds,
  nodes as nodeResource,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import type { AlertChoices } from '../../packages/archipelago/src/operator/options/alert-choices.ts';
import type { DoctorChoices } from '../../packages/archipelago/src/operator/options/doctor-choices.ts';
import type { GoldenImageChoices } from '../../packages/archipelago/src/operator/options/golden-image-choices.ts';
import type { LayeringChoices } from '../../packages/archipelago/src/operator/options/layering-choices.ts';
import type { OperatorEvent } from '../../packages/archipelago/src/operator/options/operator-event.ts';
import type {
  OperatorOptions,
  RunningOperator,
} from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import {
  createDefinitions,
  createInstances,
  createNamespace,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { customResourceDefinition } from '../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../packages/archipelago/src/simulation/definitions/sandbox-definitions.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';
import { type HurriedClock, hurriedClock } from '../support/hurried-clock.ts';
import { type Observation, observedTransport, type Seen } from '../support/observed-transport.ts';
import { adminClient, type TestServer, type TestServers } from '../support/test-servers.ts';
import { toldSecrets } from '../support/told-secrets.ts';
import { upstreamDefinitions } from '../support/upstream-definitions.ts';

/** Longest time for coming to rest; guards against hanging only. */
const mostMs = 400_000;

/** Renewals further apart than what `quiet` takes for soon. */
const rareRenewal = { leaseDurationMs: 60_000, renewDeadlineMs: 45_000, retryPeriodMs: 12_000 };

/** In hurried time servers send no bookmark for hours: watches at rest are not to be broken off. */
const calmIdleMs = 6_000_000;

/** How the operator speaks to the server and what it is told. */
interface OperatorStart extends Observation {
  readonly random?: () => number;
  readonly onEvent?: (event: OperatorEvent) => void;
  /** The server's own when absent. */
  readonly transport?: Transport;
  /** No election when absent. */
  readonly identity?: string;
  /** How much faster than the machine's its time runs; the server's choice when absent. */
  readonly hurry?: number;
  /** SSP's when absent. */
  readonly goldenImages?: GoldenImageChoices;
  /** None when absent. */
  readonly layering?: LayeringChoices;
  /** Nobody asks it when absent. */
  readonly doctor?: DoctorChoices;
  /** It looks at none when absent: suites tell what the operator says of its work. */
  readonly alerts?: AlertChoices;
  /** None of its own when absent. */
  readonly webhookCertificate?: OperatorOptions['webhookCertificate'];
  /** Silence after which a watch counts as dead, in the operator's time. */
  readonly idleMs?: number;
}

const noAlerts: AlertChoices = { everyMs: 1e9, tellAfterMs: 1e9, speed: 1 };

/** What is not chosen is left out. */
function chosen({ goldenImages, layering, doctor, alerts = noAlerts, webhookCertificate }: OperatorStart) {
  return {
    alerts,
    ...(goldenImages === undefined ? {} : { goldenImages }),
    ...(layering === undefined ? {} : { layering }),
    ...(doctor === undefined ? {} : { doctor }),
    ...(webhookCertificate === undefined ? {} : { webhookCertificate }),
  };
}

/** A cluster with an operator, seen by a test that also plays the operand controllers. */
export class World {
  readonly server: TestServer;
  readonly client: KubernetesClient;
  readonly inputs: Inputs;
  /** What the operator sent, watches left out, in order. */
  readonly requests: Seen[] = [];
  operator: RunningOperator | undefined;
  #clock: HurriedClock = hurriedClock(1);
  #busy = 0;
  readonly #problems: string[] = [];
  /** What its log would be. */
  readonly #log: string[] = [];
  #activity = 0;

  constructor(server: TestServer, inputs: Inputs) {
    this.server = server;
    this.inputs = inputs;
    this.client = adminClient(server);
  }

  get namespace(): string {
    return this.inputs.deployment.operatorNamespace;
  }

  startOperator(start: OperatorStart = {}): RunningOperator {
    const clock = hurriedClock(start.hurry ?? this.server.hurry);
    this.#clock = clock;
    const transport = observedTransport(start.transport ?? this.server.operator(), {
      ...start,
      onAnswer: (seen) => {
        this.#activity += 1;
        if (!seen.isWatch) this.requests.push(seen);
        start.onAnswer?.(seen);
      },
    });
    const counting = {
      ...transport,
      send: async (request: Parameters<typeof transport.send>[0]) => {
        this.#busy += 1;
        try {
          return await transport.send(request);
        } finally {
          this.#busy -= 1;
          this.#activity += 1;
        }
      },
    };
    this.operator = startOperator({
      client: createKubernetesClient({
        transport: counting,
        clock,
        userAgent: 'operator',
        deadlineMs: 600_000,
      }),
      clock,
      namespace: this.namespace,
      deployment: this.inputs.deployment,
      ...chosen(start),
      random: start.random ?? (() => 0.5),
      timing: { deadlineMs: 600_000, idleMs: start.idleMs ?? calmIdleMs },
      ...(start.identity === undefined
        ? {}
        : { election: { identity: start.identity, timing: rareRenewal } }),
      onEvent: (event) => {
        this.#activity += 1;
        if (event.type === 'problem') this.#problems.push(event.message);
        this.#log.push(JSON.stringify(lineOf(event)));
        start.onEvent?.(event);
      },
    });
    return this.operator;
  }

  /** Resolves when the operator has done nothing in a few looks in a row, and waits for nothing due soon. */
  async quiet(looks = 5, soonMs = 5_000): Promise<void> {
    const deadline = performance.now() + mostMs;
    for (let quiet = 0; quiet < looks; ) {
      const seen = this.#activity;
      await new Promise((resolve) => setTimeout(resolve, this.server.lookMs));
      const isBusy = this.#busy > 0 || this.#clock.waiting(soonMs) > 0 || this.operator?.isReady() === false;
      quiet = isBusy || this.#activity !== seen ? 0 : quiet + 1;
      if (performance.now() > deadline) throw new Error(this.#restlessness(soonMs));
    }
  }

  #restlessness(soonMs: number): string {
    const last = this.requests.slice(-8).map(({ method, path, status }) => `${method} ${path} ${status}`);
    const state = `${this.#busy} requests open, ${this.#clock.waiting(soonMs)} waits, ready: ${this.operator?.isReady()}`;
    return ['the operator does not come to rest', state, ...last, ...this.#problems.slice(-8)].join('\n  ');
  }

  /** Brings definitions that are not there. */
  async define(missing: readonly JsonObject[]): Promise<void> {
    const unknown = this.server.recall?.(missing) ?? missing;
    if (unknown.length === 0) return;
    await createDefinitions(this.client, unknown);
    this.server.remember?.(unknown);
  }

  async get(resource: Resource, name: ObjectName): Promise<JsonObject | undefined> {
    const result = await this.client.get(resource, name);
    if (!result.ok && result.status.code === 404) return undefined;
    return plain(demand(result));
  }

  hyperConverged(): Promise<JsonObject | undefined> {
    return this.get(hyperConvergeds, { namespace: this.namespace, name: 'kubevirt-hyperconverged' });
  }

  /** Creates the HyperConverged, or replaces it whole. */
  async write(object: JsonObject): Promise<void> {
    const live = await this.hyperConverged();
    if (live === undefined) {
      demand(await this.client.create(hyperConvergeds, kubernetesObject(object)));
      return;
    }
    const { resourceVersion } = meta(live);
    const metadata = { ...meta(object), resourceVersion };
    const updated = await this.client.update(hyperConvergeds, kubernetesObject({ ...object, metadata }));
    // the operator writes, too
    if (!updated.ok && updated.status.code === 409) await this.write(object);
    else demand(updated);
  }

  nameOf(operand: Operand): ObjectName {
    const name = operand.name('kubevirt-hyperconverged');
    return operand.namespaced ? { namespace: operand.namespace ?? this.namespace, name } : { name };
  }

  /** All operands that are there, by key. */
  async operands(): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await Promise.all(
      operands
        .filter(({ fits }) => fits(this.derived()))
        .map((operand) => this.get(operand, this.nameOf(operand))),
    );
    return new Map(
      found.filter((object) => object !== undefined).map((object) => [objectKey(object), object]),
    );
  }

  derived(): Parameters<Operand['fits']>[0] {
    return { platform: this.inputs.facts.platform };
  }

  /** Reports conditions for operands that have none, as their controllers would. True when any was written. */
  async reportOperands(conditionsOf: (kind: string) => readonly JsonValue[]): Promise<boolean> {
    let wrote = false;
    for (const operand of operands.filter(
      ({ reportsConditions, fits }) => reportsConditions && fits(this.derived()),
    )) {
      const live = await this.get(operand, this.nameOf(operand));
      const wanted = conditionsOf(operand.kind);
      if (live === undefined || wanted.length === 0 || isJsonObject(live.status)) continue;
      const patch = { type: 'merge', body: { status: { conditions: wanted } } } as const;
      const bySubresource = await this.client.patchStatus(operand, this.nameOf(operand), patch);
      if (!bySubresource.ok) demand(await this.client.patch(operand, this.nameOf(operand), patch));
      wrote = true;
    }
    return wrote;
  }

  /** Lets the operator and the operands come to rest. */
  async settle(conditionsOf: (kind: string) => readonly JsonValue[] = () => available): Promise<void> {
    await this.quiet();
    while (await this.reportOperands(conditionsOf)) await this.quiet();
  }

  /** Brings the nodes in line with a list, by differences. */
  async setNodes(wanted: readonly NodeFacts[]): Promise<void> {
    const listed = demand(await this.client.list(nodeResource)).items;
    const present = new Map(listed.map((node) => [node.metadata.name, node]));
    for (const node of wanted) {
      const object = nodeObject(node);
      if (present.delete(node.name)) {
        const patch = { type: 'merge', body: { status: object.status } } as const;
        demand(await this.client.patchStatus(nodeResource, { name: node.name }, patch));
        const labels = { type: 'merge', body: { metadata: { labels: node.labels } } } as const;
        demand(await this.client.patch(nodeResource, { name: node.name }, labels));
      } else demand(await this.client.create(nodeResource, kubernetesObject(object)));
    }
    for (const name of present.keys()) demand(await this.client.delete(nodeResource, { name }));
  }

  /** How often each event was told: `Normal Updated Updated KubeVirt name`, without the fields that follow. */
  async events(): Promise<ReadonlyMap<string, number>> {
    const resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };
    const { items } = demand(await this.client.list(resource));
    const counts = new Map<string, number>();
    for (const event of items) {
      const [head] = String(event.message).split(/(?<=^(?:Created|Updated|Overwritten|Removed) \S+ \S+): /);
      const line = `${event.type} ${event.reason} ${head}`;
      counts.set(line, (counts.get(line) ?? 0) + Number(event.count ?? 1));
    }
    return counts;
  }

  async stop(): Promise<void> {
    await this.operator?.stop();
    const told = await this.#toldSecrets();
    this.client.close();
    await this.server.release();
    if (told.length > 0) throw new Error(`the operator told ${told.join(', ')}`);
  }

  /** Secrets of this cluster that stand in the operator's log, events or metrics. */
  async #toldSecrets(): Promise<readonly string[]> {
    const { operator } = this;
    const metrics = operator === undefined ? [] : [(await printMetrics(operator.metrics)).body];
    return toldSecrets(this.client, [...this.#log, ...metrics]);
  }
}

/** What a working operand says. */
export const available: readonly JsonObject[] = ['Available', 'Progressing', 'Degraded'].map((type) => ({
  type,
  status: type === 'Available' ? 'True' : 'False',
  reason: 'Test',
  message: 'said by the test',
  lastTransitionTime: '2026-01-01T00:00:00Z',
}));

/** What a world is made of, besides the cluster's facts. */
interface WorldChoices {
  /** Definitions that are not installed. */
  readonly without?: readonly string[];
  /** Definitions that stand in for the sandbox's own. */
  readonly upstream?: ReadonlyMap<string, JsonObject>;
  /** Embedded clusters when absent. */
  readonly servers?: TestServers;
}

/** A cluster as a vector describes it, with the definitions upstream has where they are at hand. */
export async function createWorld(cluster: JsonObject, choices: WorldChoices = {}): Promise<World> {
  const { without = [], upstream = upstreamDefinitions, servers = embeddedServers } = choices;
  const parsed = parseClusterFacts(cluster);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  const { inputs } = parsed;
  const { facts } = inputs;
  const world = new World(await servers.lease(facts.platform), inputs);
  const { definitions, instances } = sandboxDefinitions(facts.platform);
  const known = definitions
    .map(customResourceDefinition)
    .map((definition) => upstream.get(String(meta(definition).name)) ?? definition);
  const wanted = known
    .filter((definition) => !without.includes(String(meta(definition).name)))
    .filter((definition) => facts.networkAttachmentDefinitions || !isNetworkAttachment(definition));
  await bringDefinitions(world, [...wanted, hyperConvergedDefinition(settings)], known);
  await createInstances(
    world.client,
    instances.map((entry) => configured(entry, facts)),
  );
  await ensureNamespace(world.client, world.namespace);
  await world.setNodes(facts.nodes);
  return world;
}

/** A server that earlier worlds used has their definitions: what is missing comes, what is not wanted goes. */
async function bringDefinitions(
  world: World,
  wanted: readonly JsonObject[],
  known: readonly JsonObject[],
): Promise<void> {
  const { client } = world;
  const namesOf = (list: readonly JsonObject[]) => new Set(list.map((each) => String(meta(each).name)));
  const present = new Set(
    demand(await client.list(definitionResource)).items.map(({ metadata }) => metadata.name),
  );
  const unwanted = [...namesOf(known)].filter((name) => present.has(name) && !namesOf(wanted).has(name));
  await Promise.all(unwanted.map(async (name) => demand(await client.delete(definitionResource, { name }))));
  while (unwanted.length > 0) {
    const { items } = demand(await client.list(definitionResource));
    if (!items.some(({ metadata }) => unwanted.includes(metadata.name))) break;
  }
  await world.define(wanted.filter((definition) => !present.has(String(meta(definition).name))));
}

async function ensureNamespace(client: KubernetesClient, name: string): Promise<void> {
  const resource = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false };
  const found = await client.get(resource, { name });
  if (!found.ok) await createNamespace(client, name);
}

function isNetworkAttachment(definition: JsonObject): boolean {
  return String(meta(definition).name).startsWith('network-attachment-definitions.');
}

type Instance = ReturnType<typeof sandboxDefinitions>['instances'][number];

function configured(entry: Instance, facts: Inputs['facts']): Instance {
  switch (entry.object.kind) {
    case 'Ingress':
      return { ...entry, object: { ...entry.object, spec: { domain: facts.baseDomain } } };
    case 'Network': {
      const networks = { clusterNetwork: facts.clusterNetworks.map((cidr) => ({ cidr })) };
      return { ...entry, object: { ...entry.object, spec: networks, status: networks } };
    }
    case 'APIServer':
      return {
        ...entry,
        object: { ...entry.object, spec: { tlsSecurityProfile: facts.apiServerTlsProfile } },
      };
    default:
      return entry;
  }
}

function nodeObject({ name, labels, architecture }: NodeFacts): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    status: { nodeInfo: { ...machine, architecture: architecture ?? '' } },
  };
}

const machine = {
  bootID: '',
  containerRuntimeVersion: '',
  kernelVersion: '',
  kubeProxyVersion: '',
  kubeletVersion: '',
  machineID: '',
  operatingSystem: 'linux',
  osImage: '',
  systemUUID: '',
} as const;

export function demand<T>(result: ApiResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.status.code} ${result.status.message}`);
}

export function meta(object: JsonObject): JsonObject {
  return isJsonObject(object.metadata) ? object.metadata : {};
}

function plain(object: KubernetesObject): JsonObject {
  const value: unknown = object;
  if (!isJsonObject(value)) throw new Error('no object');
  return value;
}

export function kubernetesObject(object: JsonObject): KubernetesObject {
  const { apiVersion, kind } = object;
  const { name, ...metadata } = meta(object);
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || typeof name !== 'string')
    throw new Error('no object');
  return { ...object, apiVersion, kind, metadata: { ...metadata, name } };
}
