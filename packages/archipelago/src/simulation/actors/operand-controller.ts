import {
  type Clock,
  isJsonObject,
  type JsonObject,
  systemClock,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import {
  type ApiResult,
  createInformer,
  createWorkQueue,
  type Informer,
  type KubernetesClient,
  type ObjectName,
  type WorkOutcome,
  type WorkQueue,
  type WorkReport,
} from '@archipelago/kube-client';
import { simulatedAnnotation } from '../definitions/declaration/simulated.ts';
import { clearWorkloads } from './clear-workloads.ts';
import { isAbortion } from './is-abortion.ts';
import { type OperandBehaviour, operandBehaviours } from './operand-behaviours.ts';
import { conditionStatus } from './operand-status.ts';
import { type OperandStep, operandStep, type SimulatedOperand, simulatedFinalizer } from './operand-step.ts';
import { throughInformers } from './through-informers.ts';

/** How the simulated operand controllers behave. */
interface OperandControllerOptions {
  readonly client: KubernetesClient;
  /** How long deploying and removing an operand take; 0 skips Progressing. */
  readonly delayMs: number;
  /** By kind: why operands fail. */
  readonly failures?: ReadonlyMap<string, string>;
  /** Told in a sentence; the controllers go on by themselves. */
  readonly onProblem: (problem: string) => void;
  readonly clock?: Clock;
}

/** Running controllers of all operand kinds. */
export interface OperandControllers {
  /** Resolves when no request and no timer is left. */
  stop(): Promise<void>;
}

/** Starts a simulated controller for each operand kind; kinds that are not served are looked for again. */
export function startOperandControllers(options: OperandControllerOptions): OperandControllers {
  const controllers = operandBehaviours.map((behaviour) => new OperandController(behaviour, options));
  for (const controller of controllers) controller.start();
  return {
    stop: async () => {
      await Promise.all(controllers.map((controller) => controller.stop()));
    },
  };
}

const fieldManager = 'archipelago-simulated-operand';

/** Between looks at workloads that go with an operand. */
const workloadsPauseMs = 100;

/** What the conditions of an operand last said, and since when (monotonic). */
interface Impression {
  readonly reported: string;
  readonly since: number;
}

class OperandController {
  readonly #behaviour: OperandBehaviour;
  readonly #options: OperandControllerOptions;
  readonly #client: KubernetesClient;
  readonly #clock: Clock;
  readonly #informer: Informer<SimulatedOperand>;
  readonly #queue: WorkQueue<string>;
  readonly #impressions = new Map<string, Impression>();

  constructor(behaviour: OperandBehaviour, options: OperandControllerOptions) {
    this.#behaviour = behaviour;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const { kind } = behaviour.resource;
    this.#queue = createWorkQueue({
      clock: this.#clock,
      process: (key, signal) => this.#process(key, signal),
      onProcessed: ({ key, result }) => {
        const problem = problemOf(result);
        if (problem !== undefined) options.onProblem(`simulated ${kind} ${key}: ${problem}`);
      },
    });
    this.#informer = createInformer({
      client: options.client,
      resource: behaviour.resource,
      clock: this.#clock,
      trim: ({ metadata, spec, status }): SimulatedOperand => ({
        metadata,
        strategy: textAt(spec, 'uninstallStrategy'),
        status: isJsonObject(status) ? status : undefined,
      }),
      onEvent: ({ type, object }) => this.#changed(object, type === 'deleted'),
      onProblem: ({ doing, message }) => options.onProblem(`simulated ${kind}: ${doing}: ${message}`),
    });
    this.#client = throughInformers(options.client, [[behaviour.resource, this.#informer]]);
  }

  start(): void {
    this.#informer.start();
  }

  async stop(): Promise<void> {
    await this.#informer.stop();
    await this.#queue.shutdown();
  }

  #changed(operand: SimulatedOperand, isGone: boolean): void {
    const key = keyOf(operand);
    if (isGone) this.#impressions.delete(key);
    else {
      this.#remember(key, operand);
      this.#queue.add(key);
    }
  }

  #remember(key: string, { metadata, status }: SimulatedOperand): void {
    const conditions = ['Available', 'Progressing', 'Degraded'].map((type) => conditionStatus(status, type));
    const reported = [metadata.uid, metadata.deletionTimestamp, ...conditions].join(' ');
    if (this.#impressions.get(key)?.reported === reported) return;
    this.#impressions.set(key, { reported, since: this.#clock.monotonic() });
  }

  async #process(key: string, signal: AbortSignal): Promise<WorkOutcome> {
    const operand = this.#informer.store.get(nameOf(key));
    const impression = this.#impressions.get(key);
    if (operand === undefined || impression === undefined) return { outcome: 'done' };
    const step = operandStep(this.#behaviour, operand, {
      now: timestamp(this.#clock.now()),
      delayMs: this.#options.delayMs,
      inStateMs: this.#clock.monotonic() - impression.since,
      failure: this.#options.failures?.get(this.#behaviour.resource.kind),
    });
    return this.#take(step, operand, signal);
  }

  async #take(step: OperandStep, operand: SimulatedOperand, signal: AbortSignal): Promise<WorkOutcome> {
    switch (step.do) {
      case 'nothing':
        return { outcome: 'done' };
      case 'wait':
        return { outcome: 'again', delayMs: step.ms };
      case 'release':
        return (await this.#areWorkloadsGone(operand, signal))
          ? outcomeOf(await this.#patch(step, operand, signal))
          : { outcome: 'again', delayMs: workloadsPauseMs };
      case 'adopt':
      case 'report':
        return outcomeOf(await this.#patch(step, operand, signal));
    }
  }

  #areWorkloadsGone({ strategy }: SimulatedOperand, signal: AbortSignal): Promise<boolean> {
    const { client } = this.#options;
    return clearWorkloads({ client, workloads: this.#behaviour.workloads, strategy, signal });
  }

  #patch(step: WritingStep, { metadata }: SimulatedOperand, signal: AbortSignal) {
    const client = this.#client;
    const { resource, statusSubresource } = this.#behaviour;
    const patch = { type: 'merge', body: patchBody(step, metadata) } as const;
    const options = { fieldManager, signal };
    return step.do === 'report' && statusSubresource
      ? client.patchStatus(resource, metadata, patch, options)
      : client.patch(resource, metadata, patch, options);
  }
}

/** After a conflict, or when the object is gone, the watch tells what there is now. */
function outcomeOf(result: ApiResult<unknown>): WorkOutcome {
  if (result.ok || result.status.code === 409 || result.status.code === 404) return { outcome: 'done' };
  return { outcome: 'retry', because: result.status.message };
}

/** What went wrong, unless it was the end of the sandbox. */
function problemOf(result: WorkReport<string>['result']): string | undefined {
  switch (result.outcome) {
    case 'done':
    case 'again':
      return undefined;
    case 'retry':
      return result.because;
    case 'threw':
      return isAbortion(result.error) ? undefined : String(result.error);
  }
}

function keyOf({ metadata: { namespace, name } }: SimulatedOperand): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

function nameOf(key: string): ObjectName {
  const [first = '', second] = key.split('/');
  return second === undefined ? { name: first } : { namespace: first, name: second };
}

type WritingStep = Extract<OperandStep, { do: 'adopt' | 'release' | 'report' }>;

/** Holds only if the object still is the one that was looked at. */
function patchBody(
  step: WritingStep,
  { resourceVersion, finalizers = [] }: SimulatedOperand['metadata'],
): JsonObject {
  const others = finalizers.filter((each) => each !== simulatedFinalizer);
  switch (step.do) {
    case 'adopt':
      return {
        metadata: {
          resourceVersion,
          finalizers: [...others, simulatedFinalizer],
          annotations: { [simulatedAnnotation]: 'true' },
        },
      };
    case 'release':
      return { metadata: { resourceVersion, finalizers: others } };
    case 'report':
      return { metadata: { resourceVersion }, status: step.status };
  }
}
