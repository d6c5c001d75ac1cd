import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ContainerLogs } from '@archipelago/kube-sandbox';
import type { PodRun } from './pod-step.ts';
import type { PodLog, RunOutcome, RunPod } from './run-pod.ts';

interface Entry {
  readonly stop: AbortController;
  readonly outcome: RunOutcome | undefined;
}

/** The pods that run in this process, and what became of those that ended, until they are forgotten. */
export class PodRuns {
  readonly #run: RunPod;
  readonly #logs: ContainerLogs;
  readonly #onEnd: (pod: KubernetesObject) => void;
  readonly #entries = new Map<string, Entry>();
  /** Of forgotten pods, too. */
  readonly #pending = new Set<Promise<void>>();

  constructor(run: RunPod, logs: ContainerLogs, onEnd: (pod: KubernetesObject) => void) {
    this.#run = run;
    this.#logs = logs;
    this.#onEnd = onEnd;
  }

  /** Runs a pod, once. */
  start(pod: KubernetesObject, job: KubernetesObject): void {
    const uid = pod.metadata.uid ?? '';
    if (this.#entries.has(uid)) return;
    const stop = new AbortController();
    const settle = (outcome: RunOutcome): void => {
      this.#logs.endAll(uid);
      const entry = this.#entries.get(uid);
      if (entry === undefined) return;
      this.#entries.set(uid, { ...entry, outcome });
      this.#onEnd(pod);
    };
    // not before the entry is there, and what is thrown at once is a rejection, too
    const done = Promise.resolve()
      .then(() => this.#run(pod, job, stop.signal, this.#logOf(uid)))
      .then(settle, (error: unknown) => settle({ notSimulated: `the run broke off: ${String(error)}` }));
    this.#entries.set(uid, { stop, outcome: undefined });
    this.#pending.add(done);
    void done.then(() => this.#pending.delete(done));
  }

  of({ metadata: { uid = '' } }: KubernetesObject): PodRun {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return { state: 'none' };
    return entry.outcome === undefined ? { state: 'running' } : { state: 'ended', outcome: entry.outcome };
  }

  stop({ metadata: { uid = '' } }: KubernetesObject): void {
    this.#entries.get(uid)?.stop.abort();
  }

  /** Ends the run of a pod that is gone. */
  forget({ metadata: { uid = '' } }: KubernetesObject): void {
    this.#entries.get(uid)?.stop.abort();
    this.#entries.delete(uid);
    this.#logs.forget(uid);
  }

  /** A run may outlive its pod; nothing is kept then. */
  #logOf(uid: string): PodLog {
    return {
      write: (container, text) => {
        if (this.#entries.has(uid)) this.#logs.write(uid, container, text);
      },
      end: (container) => this.#logs.end(uid, container),
    };
  }

  /** Ends all of them and waits for that. */
  async stopAll(): Promise<void> {
    for (const { stop } of this.#entries.values()) stop.abort();
    await Promise.all(this.#pending);
  }
}
