import type { WorkReport } from '@archipelago/kube-client';
import type { Action } from './plan/action.ts';

/** Hears what the loops of a process do, by the names of their controllers. */
export interface PassObserver {
  /** A controller is there; `depth` tells how many passes of it wait. */
  began(controller: string, depth: () => number): void;
  /** A pass begins that has waited so long for its turn. */
  waited(controller: string, waitedMs: number): void;
  /** What a plan has to do. */
  planned(controller: string, actions: readonly Pick<Action, 'kind'>[]): void;
  /** A pass has ended, and the process still leads. */
  passed(controller: string, report: Pick<WorkReport<string>, 'durationMs' | 'result'>): void;
}
