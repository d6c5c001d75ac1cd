import type { Transport } from '@archipelago/kube-client';
import { isActive, type ObservedJob } from '../../../../layering/build-plan/observed-job.ts';
import type { ChosenLog } from './choose-logs.ts';
import { type OpenedPodLog, openPodLog } from './open-pod-log.ts';

interface LogAccess {
  readonly transport: Transport;
  readonly follow: boolean;
  /** How many of the last lines; undefined: all. */
  readonly tail: number | undefined;
}

type OpenedLog =
  | Exclude<OpenedPodLog, { kind: 'open' }>
  /** Kept: by the operator, of a pod that is gone. */
  | { readonly kind: 'open'; readonly chunks: AsyncIterable<string>; readonly isKept: boolean };

/** The log of the pod; where that is gone, what was kept of it. */
export async function openLog(chosen: ChosenLog, access: LogAccess): Promise<OpenedLog> {
  const opened = await openLive(chosen, access);
  if (opened.kind === 'open') return { ...opened, isKept: false };
  return opened.kind === 'gone' && chosen.kept !== undefined
    ? { kind: 'open', chunks: linesOf(chosen.kept.text, access.tail), isKept: true }
    : opened;
}

async function openLive(
  { job, pod }: ChosenLog,
  { transport, follow, tail }: LogAccess,
): Promise<OpenedPodLog> {
  if (job === undefined) return { kind: 'gone' };
  if (pod === undefined)
    return isActive(job) ? { kind: 'waiting', message: 'it has no pod yet' } : { kind: 'gone' };
  const { namespace = '' } = job.object.metadata;
  return openPodLog(transport, {
    namespace,
    pod: pod.metadata.name,
    container: containerOf(job),
    follow,
    tail,
  });
}

/** The one that works, or the one that a job has failed in. */
function containerOf({ role, state }: ObservedJob): string {
  return state.kind === 'failed' ? (state.container ?? role) : role;
}

async function* linesOf(text: string, tail: number | undefined): AsyncGenerator<string> {
  const lines = text.split(/(?<=\n)/);
  yield (tail === undefined ? lines : tail === 0 ? [] : lines.slice(-tail)).join('');
}
