import {
  type Clock,
  canonicalJson,
  type KubernetesObject,
  systemClock,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import {
  type ApiResult,
  createInformer,
  createWorkQueue,
  type Informer,
  type KubernetesClient,
  type Resource,
  type WorkOutcome,
  type WorkQueue,
} from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { isAbortion } from '../is-abortion.ts';
import { throughInformers } from '../through-informers.ts';
import { daemonStep, type MachineStep } from './daemon-step.ts';
import { evictPods, hasPodsToEvict } from './evict-pods.ts';
import { type Machine, machineOf } from './machine.ts';
import { machineConfigResources as resources } from './machine-config-resources.ts';
import { poolByNode } from './pool-machines.ts';
import { poolWrites } from './pool-writes.ts';
import { sendMachineStep } from './send-machine-step.ts';
import { sendPoolWrite } from './send-pool-write.ts';

/** How the simulated Machine Config Operator behaves. */
interface MachineConfigOperatorOptions {
  readonly client: KubernetesClient;
  /** How long fetching an image, and booting it, take. */
  readonly takesMs: number;
  /** Why a machine of an architecture cannot have an image; undefined: it can, as far as anybody knows. */
  readonly imageProblem: (image: string, architecture: string) => string | undefined;
  /** Told in a sentence; it goes on by itself. */
  readonly onProblem: (problem: string) => void;
  readonly clock?: Clock;
}

const fieldManager = 'archipelago-simulated-machine-config-operator';
/** Until the pods of a node are looked at again. */
const drainPauseMs = 500;
const notFound = 404;
const conflict = 409;

/** Plays the Machine Config Operator: its controllers of pools and drains, and the daemon of each node that says that it is simulated. */
export function startMachineConfigOperator(options: MachineConfigOperatorOptions): { stop(): Promise<void> } {
  const operator = new MachineConfigOperator(options);
  return { stop: () => operator.stop() };
}

type Kind = keyof typeof resources;

class MachineConfigOperator {
  readonly #options: MachineConfigOperatorOptions;
  readonly #client: KubernetesClient;
  readonly #clock: Clock;
  readonly #queue: WorkQueue<string>;
  readonly #informers: Readonly<Record<Kind, Informer<KubernetesObject>>>;
  /** What a node said last, and since when (monotonic). */
  readonly #since = new Map<string, { readonly said: string; readonly at: number }>();

  constructor(options: MachineConfigOperatorOptions) {
    const { onProblem, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#queue = createWorkQueue({
      clock,
      concurrency: 1,
      process: (_key, signal) => this.#look(signal),
      onProcessed: ({ result }) => {
        if (result.outcome === 'retry') onProblem(`simulated machine config operator: ${result.because}`);
        if (result.outcome === 'threw' && !isAbortion(result.error))
          onProblem(`simulated machine config operator: ${String(result.error)}`);
      },
    });
    const [nodes, pools, machineConfigs] = [
      this.#informer(resources.nodes),
      this.#informer(resources.pools),
      this.#informer(resources.machineConfigs),
    ];
    this.#informers = { nodes, pools, machineConfigs };
    this.#client = throughInformers(options.client, [
      [resources.nodes, nodes],
      [resources.pools, pools],
      [resources.machineConfigs, machineConfigs],
    ]);
    for (const informer of Object.values(this.#informers)) informer.start();
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.#informers).map((informer) => informer.stop()));
    await this.#queue.shutdown();
  }

  #informer(resource: Resource): Informer<KubernetesObject> {
    const { client, onProblem } = this.#options;
    return createInformer({
      client,
      resource,
      clock: this.#clock,
      trim: (object: KubernetesObject) => object,
      onEvent: () => this.#queue.add('everything'),
      onKnowledge: () => this.#queue.add('everything'),
      onProblem: ({ doing, message }) => onProblem(`simulated machine config operator: ${doing}: ${message}`),
    });
  }

  /** One look at all pools and nodes. Clusters of a sandbox are small. */
  async #look(signal: AbortSignal): Promise<WorkOutcome> {
    const { nodes, pools, machineConfigs } = this.#informers;
    if (![nodes, pools, machineConfigs].every((one) => one.knowledge() === 'complete'))
      return { outcome: 'done' };
    const configs = machineConfigs.store.list();
    const poolOf = poolByNode(nodes.store.list(), pools.store.list());
    for (const pool of pools.store.list()) {
      const own = nodes.store
        .list()
        .filter(({ metadata }) => poolOf.get(metadata.name) === pool.metadata.name);
      const now = timestamp(this.#clock.now());
      const writes = poolWrites({ pool, machineConfigs: configs, machines: own.map(machineOf), now });
      for (const write of writes) {
        const because = refusalOf(await sendPoolWrite(this.#client, write, { fieldManager, signal }));
        if (because !== undefined) return { outcome: 'retry', because };
      }
    }
    return await this.#lookAtMachines(poolOf, signal);
  }

  async #lookAtMachines(poolOf: ReadonlyMap<string, string>, signal: AbortSignal): Promise<WorkOutcome> {
    const waits: number[] = [];
    for (const node of this.#informers.nodes.store.list()) {
      if (node.metadata.annotations?.[simulatedAnnotation] !== 'true') continue;
      const step = await this.#stepOf(node, poolOf, signal);
      if (step.do === 'wait') waits.push(step.ms);
      if (step.do === 'evict') waits.push(drainPauseMs);
      const because = await this.#takeStep(node, step, signal);
      if (because !== undefined) return { outcome: 'retry', because };
    }
    return waits.length === 0 ? { outcome: 'done' } : { outcome: 'again', delayMs: Math.min(...waits) };
  }

  async #stepOf(
    node: KubernetesObject,
    poolOf: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<MachineStep> {
    const machine = machineOf(node);
    const pool = this.#informers.pools.store.get({ name: poolOf.get(machine.name) ?? '' });
    const first =
      textAt(pool, 'status', 'configuration', 'name') || textAt(pool, 'spec', 'configuration', 'name');
    const isDraining = machine.isCordoned && machine.desiredDrain !== machine.lastAppliedDrain;
    return daemonStep(machine, {
      first: first === '' ? undefined : first,
      takesMs: this.#options.takesMs,
      inStateMs: this.#clock.monotonic() - this.#sinceOf(machine),
      problem: this.#problemOf(machine, machine.current === '' ? first : machine.desired),
      isSame: this.#isSame(machine),
      hasPods: isDraining && (await hasPodsToEvict(this.#options.client, machine.name, signal)),
    });
  }

  #isSame({ current, desired, isReady }: Machine): boolean {
    const { store } = this.#informers.machineConfigs;
    const [has, wants] = [store.get({ name: current }), store.get({ name: desired })];
    return (
      isReady &&
      has !== undefined &&
      canonicalJson(valueAt(has, 'spec')) === canonicalJson(valueAt(wants, 'spec'))
    );
  }

  #problemOf({ node }: Machine, config: string): string | undefined {
    const why = node.metadata.annotations?.['sandbox.archipelago.dev/update-fails'];
    if (why !== undefined) return `simulated: ${why}`;
    const image = textAt(this.#informers.machineConfigs.store.get({ name: config }), 'spec', 'osImageURL');
    const architecture = textAt(node, 'status', 'nodeInfo', 'architecture');
    return image === '' ? undefined : this.#options.imageProblem(image, architecture);
  }

  #sinceOf({ name, state, desired, lastAppliedDrain, isReady }: Machine): number {
    const said = [state, desired, lastAppliedDrain, String(isReady)].join(' ');
    const before = this.#since.get(name);
    if (before?.said === said) return before.at;
    const at = this.#clock.monotonic();
    this.#since.set(name, { said, at });
    return at;
  }

  async #takeStep(
    node: KubernetesObject,
    step: MachineStep,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const client = this.#client;
    if (step.do === 'nothing' || step.do === 'wait') return undefined;
    if (step.do === 'evict') {
      await evictPods(client, node.metadata.name, signal);
      return undefined;
    }
    const image = step.do === 'comeUp' ? this.#imageOf(step.config) : '';
    const now = timestamp(this.#clock.now());
    return refusalOf(
      await sendMachineStep(client, node, { step, image, now, options: { fieldManager, signal } }),
    );
  }

  #imageOf(config: string): string {
    return textAt(this.#informers.machineConfigs.store.get({ name: config }), 'spec', 'osImageURL');
  }
}

/** What is gone, or was there already, shows in the next look. */
function refusalOf(result: ApiResult<unknown>): string | undefined {
  if (result.ok || result.status.code === notFound || result.status.code === conflict) return undefined;
  return result.status.message;
}
