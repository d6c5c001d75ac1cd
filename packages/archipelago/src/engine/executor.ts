import type { KubernetesObject } from '@archipelago/apimachinery';
import { ApiConnectionError, type ObjectName, type Resource, type Writer } from '@archipelago/kube-client';
import { batchesOf, isStillMeant } from './batches.ts';
import type { ExecutionPolicy } from './execution-policy.ts';
import { type Action, keyOf, targetOf } from './plan/action.ts';
import { doWord, printTarget } from './plan/print-action.ts';
import { sendAction } from './send-action.ts';
import type { Done, Verdict } from './verdict.ts';

interface ExecutorOptions {
  readonly client: Writer;
  /** Everything that may be written; plans name no other kinds. */
  readonly kinds: readonly Resource[];
  /** Whom managedFields name for what we write. */
  readonly fieldManager: string;
  readonly policy: ExecutionPolicy;
  /** What is known of an object as a whole; for statuses. Undefined: nothing. */
  readonly shown?: (resource: Resource, name: ObjectName) => KubernetesObject | undefined;
  /** An action was tried. */
  readonly onDone: (done: Done) => void;
}

/** For how long, and for what, a plan is carried out. */
export interface Term {
  /** Aborted when leadership ends. */
  readonly signal: AbortSignal;
  /** Asked right before an action: minds change while a long plan is carried out. */
  readonly isWanted?: (action: Action) => boolean;
}

/** The only place that writes. One action that fails throws nothing: it has a verdict. */
export class Executor {
  readonly #options: ExecutorOptions;

  constructor(options: ExecutorOptions) {
    this.#options = options;
  }

  /** Carries actions out, in their order; gives what became of each, in that order. */
  async execute(actions: readonly Action[], term: Term): Promise<readonly Done[]> {
    const { policy } = this.#options;
    const done: Done[] = [];
    for (const batch of batchesOf(actions, policy)) {
      const before = done.map(({ verdict }) => verdict);
      const ended = new Map<string, Promise<Verdict>>();
      const verdicts = batch.map((action) => {
        const isMeant = isStillMeant(action, before, policy);
        const verdict = isMeant ? this.#after(action, ended, { done, term }) : skipped;
        ended.set(keyOf(action), verdict);
        return verdict;
      });
      const all = await Promise.all(verdicts);
      done.push(...batch.flatMap((action, index) => doneOf(action, all[index])));
    }
    return done;
  }

  async #after(action: Action, ended: ReadonlyMap<string, Promise<Verdict>>, run: Run): Promise<Verdict> {
    // what it waits for may come later in the batch
    await Promise.resolve();
    await Promise.all((action.after ?? []).map((name) => ended.get(name)));
    const { signal, isWanted = () => true } = run.term;
    if (signal.aborted || !isWanted(action)) return { verdict: 'skipped' };
    const verdict = await this.#send(action, run);
    this.#options.onDone({ action, verdict });
    return verdict;
  }

  /** A throw about one object is that object's. */
  async #send(action: Action, { done, term }: Run): Promise<Verdict> {
    const { client, shown = () => undefined, fieldManager } = this.#options;
    try {
      const resource = this.#resourceOf(action);
      const sending = { client, shown, resource, fieldManager, signal: term.signal };
      return await sendAction({ ...sending, version: madeOf(action, done) }, action);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof ApiConnectionError) return { verdict: 'unanswered', because: message, error };
      // a server that cannot be reached comes back; everything else that is thrown is a mistake of ours
      const because = `cannot ${doWord(action)} ${printTarget(action)}: ${message}`;
      return { verdict: 'failed', because, error };
    }
  }

  #resourceOf(action: Action): Resource {
    const { apiVersion, kind } = targetOf(action);
    const found = this.#options.kinds.find((each) => each.kind === kind && apiVersionOf(each) === apiVersion);
    if (found === undefined) throw new Error(`no plan may write ${apiVersion} ${kind}`);
    return found;
  }
}

interface Run {
  /** By the batches before. */
  readonly done: readonly Done[];
  readonly term: Term;
}

const skipped: Promise<Verdict> = Promise.resolve({ verdict: 'skipped' });

function doneOf(action: Action, verdict: Verdict | undefined): readonly Done[] {
  return verdict === undefined ? [] : [{ action, verdict }];
}

/** A write of this plan moves the version of what is written next. */
function madeOf(action: Action, done: readonly Done[]): string | undefined {
  const name = keyOf(action);
  const last = done.findLast((each) => keyOf(each.action) === name && 'answer' in each.verdict);
  return last !== undefined && 'answer' in last.verdict
    ? last.verdict.answer.metadata.resourceVersion
    : undefined;
}

function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}
