import type { KubernetesClient } from '@archipelago/kube-client';

/** What shows whether the process still does its work; times in milliseconds on one monotonic or wall clock each. */
interface Vitals {
  /** How long the reconcile under way has been running; undefined: none is. */
  readonly busyMs: number | undefined;
  /** How long ago the API server was last heard, by any watch; since the start where never. */
  readonly silentMs: number;
  /** Whether the API server answers now. */
  readonly answers: () => Promise<boolean>;
}

/** Each request of a reconcile ends within half a minute; conflicts and waits are reconciles of their own. */
const longestBusyMs = 600_000;
/** A watch that is silent for three minutes counts as dead and is opened anew. */
const longestSilentMs = 900_000;

/**
 * Why only a restart helps; undefined: it would not. An API server that does not answer is no reason: the next process
 * would not reach it either.
 */
export async function stuckBecause({ busyMs = 0, silentMs, answers }: Vitals): Promise<string | undefined> {
  if (busyMs > longestBusyMs) return `a reconcile has been running for ${seconds(busyMs)}`;
  if (silentMs > longestSilentMs && (await answers()))
    return `the API server answers, and no watch has heard it for ${seconds(silentMs)}`;
  return undefined;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** Less than a probe waits. */
const answerMs = 3_000;

/** Whether there is an API server. Any answer will do, a refusal too. */
export async function isAnswering(client: KubernetesClient): Promise<boolean> {
  try {
    await client.raw({ method: 'GET', path: '/version', deadlineMs: answerMs });
    return true;
  } catch {
    return false;
  }
}
