import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, KubernetesObject } from '@archipelago/apimachinery';
import {
  createInformer,
  type Informer,
  type KubernetesClient,
  type Resource,
  type StoreEvent,
} from '@archipelago/kube-client';
import { hyperConvergedKind, hyperConvergedName } from '../../../api/hyper-converged-kind.ts';
import { operandBehaviours } from '../../../simulation/actors/operand-behaviours.ts';
import { isUpToDate } from './is-up-to-date.ts';
import { type OperandReport, reportOperand } from './operand-report.ts';

const lookAgainMs = 5;

interface ArrivalOptions {
  readonly client: KubernetesClient;
  readonly namespace: string;
  readonly clock: Clock;
  /** An operand became Available, or stopped being it. */
  readonly onOperand: (report: OperandReport) => void;
  readonly onProblem: (problem: string) => void;
}

/** How far the HyperConverged and its operands have come. */
export interface ArrivalState {
  /** Undefined before the server has told. */
  readonly hyperConverged: KubernetesObject | undefined;
  /** In the order in which the operator handles them. */
  readonly operands: readonly OperandReport[];
}

/** What the operator that runs here has done so far. */
export interface OperatorProgress {
  /** Whether it has been through a HyperConverged, and left nothing undone, since it started. */
  hasReconciled(): boolean;
}

/** Follows a HyperConverged and its operands until they are Available. */
export interface Arrival {
  state(): ArrivalState;
  /** True when Available, by the word of `operator` and as it is written now; false when `signal` was aborted before. */
  available(operator: OperatorProgress, signal: AbortSignal): Promise<boolean>;
  stop(): Promise<void>;
}

/** Begins to follow; the times of the operands are measured from their first sight. */
export function followArrival(options: ArrivalOptions): Arrival {
  const arrival = new FollowedArrival(options);
  arrival.start();
  return arrival;
}

class FollowedArrival implements Arrival {
  readonly #options: ArrivalOptions;
  readonly #hyperConverged: Informer<KubernetesObject>;
  readonly #operands: readonly Informer<KubernetesObject>[];
  readonly #reports = new Map<string, { report: OperandReport; readonly since: number }>();

  constructor(options: ArrivalOptions) {
    this.#options = options;
    this.#hyperConverged = this.#informer(hyperConvergedKind, () => {});
    this.#operands = operandBehaviours.map(({ resource }) =>
      this.#informer(resource, (event) => this.#operandChanged(event)),
    );
  }

  start(): void {
    for (const informer of [this.#hyperConverged, ...this.#operands]) informer.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#hyperConverged, ...this.#operands].map((informer) => informer.stop()));
  }

  state(): ArrivalState {
    const order = operandBehaviours.map(({ resource }) => resource.kind);
    return {
      hyperConverged: this.#hyperConverged.store.get({
        namespace: this.#options.namespace,
        name: hyperConvergedName,
      }),
      operands: [...this.#reports.values()]
        .map(({ report }) => report)
        .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
    };
  }

  async available(operator: OperatorProgress, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && !this.#hasArrived(operator)) await sleep(lookAgainMs);
    return !signal.aborted;
  }

  #hasArrived(operator: OperatorProgress): boolean {
    const { hyperConverged } = this.state();
    return (
      // in a cluster that was kept, Available is what the operator of last time said
      operator.hasReconciled() &&
      hyperConverged !== undefined &&
      isUpToDate(hyperConverged) &&
      // and there it is so before the operands are known
      this.#operands.every((informer) => informer.hasSynced())
    );
  }

  #informer(resource: Resource, onEvent: (event: StoreEvent<KubernetesObject>) => void) {
    const { client, clock, onProblem } = this.#options;
    return createInformer({
      client,
      resource,
      clock,
      trim: (object) => object,
      onEvent,
      onProblem: ({ doing, message }) => onProblem(`${resource.kind}: ${doing}: ${message}`),
    });
  }

  #operandChanged({ type, object }: StoreEvent<KubernetesObject>): void {
    const key = `${object.kind}/${object.metadata.name}`;
    if (type === 'deleted') {
      this.#reports.delete(key);
      return;
    }
    const now = this.#options.clock.monotonic();
    const before = this.#reports.get(key);
    const since = before?.since ?? now;
    const wasAvailable = before?.report.state === 'Available';
    const report = reportOperand(object, wasAvailable ? before.report.availableAfterMs : now - since);
    this.#reports.set(key, { report, since });
    if ((report.state === 'Available') !== wasAvailable) this.#options.onOperand(report);
  }
}
