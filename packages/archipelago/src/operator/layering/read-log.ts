import { ApiConnectionError, type KubernetesClient, type KubernetesStatus } from '@archipelago/kube-client';
import type { LayeringAnswer, LogQuestion } from '../../layering/build-plan/layering-question.ts';
import { LogTail, mostRead } from '../../layering/build-plan/log-tail.ts';

interface ReadLogOptions {
  readonly client: Pick<KubernetesClient, 'podLog'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** That brings the right to read logs, and takes none away. */
  readonly command: () => string;
}

/** For the whole of it, in milliseconds. */
const patienceMs = 60_000;

/** Reads the end of a container's log; throws for mistakes of ours only. */
export function createReadLog({ client, now, command }: ReadLogOptions) {
  return async ({ namespace, pod, container }: LogQuestion, signal: AbortSignal): Promise<LayeringAnswer> => {
    const askedAt = now();
    const options = { container, limitBytes: mostRead, deadlineMs: patienceMs, signal };
    try {
      const read = await client.podLog({ namespace, name: pod }, endOf, options);
      return read.ok
        ? { askedAt, state: 'log', text: read.value }
        : { askedAt, ...refusal(read.status, command) };
    } catch (error) {
      if (!(error instanceof ApiConnectionError)) throw error;
      return { askedAt, state: 'unavailable', message: error.message };
    }
  };
}

async function endOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const tail = new LogTail();
  for await (const piece of bytes) tail.push(piece);
  return tail.text();
}

type Refused =
  | { readonly state: 'missing' }
  | { readonly state: 'denied' | 'unavailable'; readonly message: string };

/** The pod is gone, or its container has never begun: there is no log, and will be none. */
function refusal({ code, message }: KubernetesStatus, command: () => string): Refused {
  if (code === 404 || code === 400) return { state: 'missing' };
  if (code !== 403) return { state: 'unavailable', message };
  return { state: 'denied', message: `${message}; grant it with: ${command()}` };
}
