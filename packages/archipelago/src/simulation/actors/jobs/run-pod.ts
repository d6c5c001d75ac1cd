import type { KubernetesObject } from '@archipelago/apimachinery';

/** What became of a pod's containers. */
export type RunOutcome =
  | {
      readonly exitCode: number;
      readonly log: string;
      /** The container that ended so; the first that is no init container when absent. Those before it ended well. */
      readonly container?: string;
      /** What the container wrote to its terminationMessagePath. */
      readonly message?: string;
    }
  /** The kubelet took the node's resources back: an interruption, no failure of the program. */
  | { readonly evicted: true }
  /** Why it cannot be run here: neither success nor failure is claimed. */
  | { readonly notSimulated: string };

/** Where a pod's containers are heard, by their names. */
export interface PodLog {
  /** An empty text says that the container has begun. */
  write(container: string, text: string): void;
  end(container: string): void;
}

/** Runs the containers of a job's pod; ends early when `signal` is aborted. A rejection counts as not simulated. */
export type RunPod = (
  pod: KubernetesObject,
  job: KubernetesObject,
  signal: AbortSignal,
  log: PodLog,
) => Promise<RunOutcome>;
