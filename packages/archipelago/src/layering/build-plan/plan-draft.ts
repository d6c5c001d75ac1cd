import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  timestamp,
} from '@archipelago/apimachinery';
import { effectivePatch } from '../../api/effective-patch.ts';
import type { Finding } from '../../api/finding.ts';
import { seenObject } from '../../api/seen-object.ts';
import type { Action } from '../../engine/plan/action.ts';
import { earliest } from '../../engine/plan/plan.ts';
import type { LayeringPlan } from './layering-plan.ts';
import type { LayeringAnswer, LayeringQuestion, LogQuestion } from './layering-question.ts';
import { questionId } from './question-id.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

/** How long a registry that does not answer is left alone. */
const patienceMs = 30_000;
/** How long until something is asked again that only somebody else can mend: a login, a base image that is not there. */
const mendingMs = 60_000;
/** A base image that is no good. */
const uselessMs = 15 * 60_000;

/** What a draft looks up itself. */
interface DraftSource {
  /** Milliseconds since 1970. A plan that was made of it is good for this moment only. */
  readonly now: number;
  hasCome(at: number): boolean;
  answer(id: string): LayeringAnswer | undefined;
  /** A login that was changed is asked with at once. */
  secretVersion(name: string): string | undefined;
}

/** Collects what one plan comes to. */
export class PlanDraft {
  readonly #source: DraftSource;
  readonly #actions: Action[] = [];
  readonly #questions = new Map<string, LayeringQuestion>();
  readonly #findings: Finding[] = [];
  readonly #wakes: number[] = [];

  constructor(source: DraftSource) {
    this.#source = source;
  }

  /** Whether a time has come; until then the plan is good, as far as it goes by this time. */
  hasCome(at: number): boolean {
    return this.#source.hasCome(at);
  }

  /** The time, for what is news: no later plan is the same. */
  get now(): number {
    return this.#source.now;
  }

  /** The same, to be written. */
  stamp(): string {
    return timestamp(this.now);
  }

  create(object: KubernetesObject, because: string): void {
    this.#actions.push({ kind: 'create', object, because });
  }

  /** Nothing where the object is so already. */
  patch(object: KubernetesObject, wanted: JsonObject, because: string): void {
    const patch = effectivePatch(object, wanted);
    if (patch !== undefined)
      this.#actions.push({ kind: 'patch', object: seenObject(object), patch, because });
  }

  /** The whole new status; nothing where it is so already. */
  status(object: KubernetesObject, status: JsonObject, because: string): void {
    const live: unknown = object.status;
    const same = canonicalJson(isJsonObject(live) ? live : {}) === canonicalJson(status);
    if (!same) this.#actions.push({ kind: 'status', object: seenObject(object), status, because });
  }

  /** Whatever has become of the object since; nothing where it is being deleted. */
  delete(object: KubernetesObject, because: string): void {
    if (object.metadata.deletionTimestamp === undefined)
      this.#actions.push({ kind: 'delete', object: seenObject(object), precondition: 'uid', because });
  }

  find(level: Finding['level'], reason: string, message: string): void {
    this.#findings.push({ level, reason, message });
  }

  /** Milliseconds since 1970. */
  wake(at: number): void {
    this.#wakes.push(at);
  }

  /**
   * The answer, if one is there that is not older than that; else it is asked for. A registry that did not answer, or refused, is
   * asked again after a while, and what it said is returned meanwhile.
   */
  ask(asked: RegistryQuestion, maxAgeMs: number): RegistryAnswer | undefined {
    return ofRegistry(this.#ask({ ...asked, id: this.#idOf(asked) }, maxAgeMs));
  }

  /** The same of a log, which does not change any more. */
  askLog(question: LogQuestion): LayeringAnswer | undefined {
    return this.#ask(question, Number.POSITIVE_INFINITY);
  }

  #ask(question: LayeringQuestion, maxAgeMs: number): LayeringAnswer | undefined {
    const answer = this.#source.answer(question.id);
    const pause = answer === undefined ? undefined : pauseMs(question, answer);
    if (answer !== undefined && pause !== undefined) {
      const notBefore = answer.askedAt + pause;
      this.#questions.set(question.id, { ...question, notBefore });
      this.wake(notBefore);
      return answer;
    }
    if (answer !== undefined && !this.hasCome(answer.askedAt + maxAgeMs + 1)) return answer;
    this.#questions.set(question.id, question);
    return undefined;
  }

  /** What is known, however old, without asking. */
  known(question: RegistryQuestion): RegistryAnswer | undefined {
    return ofRegistry(this.#source.answer(this.#idOf(question)));
  }

  #idOf(question: RegistryQuestion): string {
    return questionId(question, (secret) => this.#source.secretVersion(secret));
  }

  plan(): LayeringPlan {
    const later = this.#wakes.filter((at) => !this.hasCome(at));
    return {
      actions: this.#actions,
      questions: [...this.#questions.values()],
      findings: this.#findings,
      wakeAt: earliest(later),
    };
  }
}

/** What only a log can be is no answer of a registry. */
function ofRegistry(answer: LayeringAnswer | undefined): RegistryAnswer | undefined {
  return answer?.state === 'log' ? undefined : answer;
}

/** Milliseconds until it is asked again; undefined: it is an answer. */
function pauseMs({ kind }: LayeringQuestion, { state }: LayeringAnswer): number | undefined {
  if (state === 'unavailable') return patienceMs;
  if (state === 'denied') return mendingMs;
  if (kind !== 'base') return undefined;
  return state === 'missing' ? mendingMs : state === 'bad' ? uselessMs : undefined;
}

/** Milliseconds since 1970; 0 for what is no time. */
export function timeOf(text: unknown): number {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? 0 : ms;
}
