import type { Question } from '../../engine/plan/plan.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

/** What a container of a job's pod has said: it goes with the pod. */
export interface LogQuestion extends Question {
  readonly kind: 'log';
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Something that the objects of the cluster do not tell. */
export type LayeringQuestion = RegistryQuestion | LogQuestion;

/** A log, cut and cleaned (`LogTail`); `askedAt` in milliseconds since 1970. */
interface ReadLog {
  readonly askedAt: number;
  readonly state: 'log';
  readonly text: string;
}

/** What a registry said, or the API server about a log: that, `missing`, `denied` or `unavailable`. */
export type LayeringAnswer = RegistryAnswer | ReadLog;
