import { isJsonObject, type JsonObject } from '../../api/json-value.ts';
import { ApiConnectionError } from '../../kubernetes/api-connection-error.ts';
import { type Clock, systemClock } from '../../kubernetes/clock.ts';
import { createInformer } from '../../kubernetes/informer.ts';
import type { Informer } from '../../kubernetes/informer-settings.ts';
import type { KubernetesClient } from '../../kubernetes/kubernetes-client.ts';
import type { ApiResult } from '../../kubernetes/kubernetes-status.ts';
import { type OperandBehaviour, operandBehaviours } from './operand-behaviours.ts';
import { conditionStatus } from './operand-status.ts';
import { type OperandStep, operandStep, type SimulatedOperand, simulatedFinalizer } from './operand-step.ts';
import { simulatedAnnotation } from './simulated.ts';

/** How the simulated operand controllers behave. */
export interface OperandControllerSettings {
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
export function startOperandControllers(settings: OperandControllerSettings): OperandControllers {
  const controllers = operandBehaviours.map((behaviour) => new OperandController(behaviour, settings));
  for (const controller of controllers) controller.start();
  return {
    stop: async () => {
      await Promise.all(controllers.map((controller) => controller.stop()));
    },
  };
}

const fieldManager = 'archipelago-simulated-operand';
const retryMs = 500;

/** One operand being looked after: at most one write or timer at a time. */
interface Care {
  busy: boolean;
  /** Changed while a write was under way. */
  again: boolean;
  cancelTimer: () => void;
  /** What the object and its conditions last said, and since when (monotonic). */
  reported: string;
  since: number;
}

class OperandController {
  readonly #behaviour: OperandBehaviour;
  readonly #settings: OperandControllerSettings;
  readonly #clock: Clock;
  readonly #informer: Informer<SimulatedOperand>;
  readonly #care = new Map<string, Care>();
  readonly #writes = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(behaviour: OperandBehaviour, settings: OperandControllerSettings) {
    this.#behaviour = behaviour;
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
    const { kind } = behaviour.resource;
    this.#informer = createInformer({
      client: settings.client,
      resource: behaviour.resource,
      clock: this.#clock,
      trim: ({ metadata, status }): SimulatedOperand => ({
        metadata,
        status: isJsonObject(status) ? status : undefined,
      }),
      onEvent: ({ type, object }) => (type === 'deleted' ? this.#forget(object) : this.#look(object)),
      onProblem: ({ doing, message }) => settings.onProblem(`simulated ${kind}: ${doing}: ${message}`),
    });
  }

  start(): void {
    this.#informer.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const care of this.#care.values()) care.cancelTimer();
    await this.#informer.stop();
    await Promise.all(this.#writes);
  }

  #forget(operand: SimulatedOperand): void {
    const key = keyOf(operand);
    this.#care.get(key)?.cancelTimer();
    this.#care.delete(key);
  }

  #look(operand: SimulatedOperand): void {
    if (this.#stopping.signal.aborted) return;
    const care = this.#careOf(operand);
    if (care.busy) {
      care.again = true;
      return;
    }
    care.cancelTimer();
    const step = operandStep(this.#behaviour, operand, {
      now: `${new Date(this.#clock.now()).toISOString().slice(0, 19)}Z`,
      delayMs: this.#settings.delayMs,
      inStateMs: this.#clock.monotonic() - care.since,
      failure: this.#settings.failures?.get(this.#behaviour.resource.kind),
    });
    this.#take(step, operand, care);
  }

  #careOf(operand: SimulatedOperand): Care {
    const key = keyOf(operand);
    const reported = reportedBy(operand);
    const since = this.#clock.monotonic();
    const known = this.#care.get(key);
    if (known === undefined) {
      const care = { busy: false, again: false, cancelTimer: () => undefined, reported, since };
      this.#care.set(key, care);
      return care;
    }
    if (known.reported !== reported) Object.assign(known, { reported, since });
    return known;
  }

  #take(step: OperandStep, operand: SimulatedOperand, care: Care): void {
    switch (step.do) {
      case 'nothing':
        return;
      case 'wait':
        this.#lookAgain(operand, care, step.ms);
        return;
      case 'adopt':
      case 'release':
      case 'report':
        this.#write(step, operand, care);
    }
  }

  #lookAgain({ metadata }: SimulatedOperand, care: Care, ms: number): void {
    care.cancelTimer();
    care.cancelTimer = this.#clock.after(ms, () => {
      const newest = this.#informer.store.get(metadata);
      if (newest !== undefined) this.#look(newest);
    });
  }

  #write(step: WritingStep, operand: SimulatedOperand, care: Care): void {
    care.busy = true;
    const writing = this.#patched(step, operand).then((outcome) => {
      care.busy = false;
      this.#writes.delete(writing);
      if (this.#stopping.signal.aborted) return;
      if (outcome === 'retry') this.#lookAgain(operand, care, retryMs);
      else if (care.again) this.#lookAgain(operand, care, 0);
      care.again = false;
    });
    this.#writes.add(writing);
  }

  /** A conflict or an object that is gone needs nothing: the watch tells what there is now. */
  async #patched(step: WritingStep, operand: SimulatedOperand): Promise<'done' | 'retry'> {
    try {
      const result = await this.#patch(step, operand);
      if (result.ok || result.status.code === 409 || result.status.code === 404) return 'done';
      this.#problem(operand, result.status.message);
    } catch (error) {
      if (!(error instanceof ApiConnectionError)) throw error;
      if (!this.#stopping.signal.aborted) this.#problem(operand, error.message);
    }
    return 'retry';
  }

  #patch(step: WritingStep, { metadata }: SimulatedOperand): Promise<ApiResult<unknown>> {
    const { client } = this.#settings;
    const { resource, statusSubresource } = this.#behaviour;
    const patch = { type: 'merge', body: patchBody(step, metadata) } as const;
    const options = { fieldManager, signal: this.#stopping.signal };
    return step.do === 'report' && statusSubresource
      ? client.patchStatus(resource, metadata, patch, options)
      : client.patch(resource, metadata, patch, options);
  }

  #problem({ metadata }: SimulatedOperand, message: string): void {
    this.#settings.onProblem(`simulated ${this.#behaviour.resource.kind} ${metadata.name}: ${message}`);
  }
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

function keyOf({ metadata: { namespace = '', name } }: SimulatedOperand): string {
  return `${namespace}/${name}`;
}

function reportedBy({ metadata, status }: SimulatedOperand): string {
  const conditions = ['Available', 'Progressing', 'Degraded'].map((type) => conditionStatus(status, type));
  return [metadata.uid, metadata.deletionTimestamp, ...conditions].join(' ');
}
