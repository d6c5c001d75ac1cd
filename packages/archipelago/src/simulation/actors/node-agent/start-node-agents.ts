import { type Clock, type KubernetesObject, systemClock, timestamp } from '@archipelago/apimachinery';
import {
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
import { nodeConditions } from '../node-conditions.ts';
import { throughInformers } from '../through-informers.ts';
import { type AgentStep, agentStep } from './agent-step.ts';

/** How the agents of simulated nodes behave. */
interface NodeAgentsOptions {
  readonly client: KubernetesClient;
  /** How long fetching an image, and booting it, take. */
  readonly takesMs: number;
  /** Told in a sentence; the agents go on by themselves. */
  readonly onProblem: (problem: string) => void;
  readonly clock?: Clock;
}

const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const fieldManager = 'archipelago-simulated-agent';

/** Plays the agent, and the reboot, of each node that says that it is simulated. */
export function startNodeAgents(options: NodeAgentsOptions): { stop(): Promise<void> } {
  const agents = new NodeAgents(options);
  return { stop: () => agents.stop() };
}

class NodeAgents {
  readonly #options: NodeAgentsOptions;
  readonly #client: KubernetesClient;
  readonly #clock: Clock;
  readonly #queue: WorkQueue<string>;
  readonly #informer: Informer<KubernetesObject>;
  /** What a node said last, and since when (monotonic). */
  readonly #since = new Map<string, { readonly said: string; readonly at: number }>();

  constructor(options: NodeAgentsOptions) {
    const { client, onProblem, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#queue = createWorkQueue({
      clock,
      concurrency: 8,
      process: (name, signal) => this.#process(name, signal),
      onProcessed: ({ key, result }) => {
        if (result.outcome === 'retry') onProblem(`simulated agent of ${key}: ${result.because}`);
        if (result.outcome === 'threw' && !isAbortion(result.error))
          onProblem(`simulated agent of ${key}: ${String(result.error)}`);
      },
    });
    this.#informer = createInformer({
      client,
      resource: nodes,
      clock,
      trim: (node: KubernetesObject) => node,
      onEvent: ({ object }) => this.#queue.add(object.metadata.name),
      onProblem: ({ doing, message }) => onProblem(`simulated agents: ${doing}: ${message}`),
    });
    this.#client = throughInformers(client, [[nodes, this.#informer]]);
    this.#informer.start();
  }

  async stop(): Promise<void> {
    await this.#informer.stop();
    await this.#queue.shutdown();
  }

  async #process(name: string, signal: AbortSignal): Promise<WorkOutcome> {
    const node = this.#informer.store.get({ name });
    if (node?.metadata.annotations?.[simulatedAnnotation] !== 'true') return { outcome: 'done' };
    const { takesMs } = this.#options;
    const step = agentStep(node, { takesMs, inStateMs: this.#clock.monotonic() - this.#sinceOf(node) });
    if (step.do === 'nothing') return { outcome: 'done' };
    if (step.do === 'wait') return { outcome: 'again', delayMs: step.ms };
    const answer = await this.#write(node, step, signal);
    return answer.ok ? { outcome: 'done' } : { outcome: 'retry', because: answer.status.message };
  }

  #sinceOf(node: KubernetesObject): number {
    const { name, annotations = {} } = node.metadata;
    const said = annotations['layering.archipelago.dev/agent-answer'] ?? '';
    const before = this.#since.get(name);
    if (before?.said === said) return before.at;
    const at = this.#clock.monotonic();
    this.#since.set(name, { said, at });
    return at;
  }

  #write(node: KubernetesObject, step: Writing, signal: AbortSignal) {
    const client = this.#client;
    const { name } = node.metadata;
    const how = { fieldManager, signal };
    if (step.do === 'annotate') {
      const body = { metadata: { annotations: step.annotations } };
      return client.patch(nodes, { name }, { type: 'merge', body }, how);
    }
    const body = { status: { conditions: nodeConditions(node, step.ready, timestamp(this.#clock.now())) } };
    return client.patchStatus(nodes, { name }, { type: 'merge', body }, how);
  }
}

type Writing = Extract<AgentStep, { do: 'annotate' | 'report' }>;
