import { isDeepStrictEqual } from 'node:util';
import {
  isConditionTrue,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectsAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import type { JobTally } from './job-tally.ts';
import type { JobVerdict } from './job-verdict.ts';
import type { JobsWrite } from './jobs-write.ts';

/** The status of a job, where it is not so already. `now` in milliseconds since 1970. */
export function reportJob(
  job: KubernetesObject,
  { tally, verdict, now }: { readonly tally: JobTally; readonly verdict: JobVerdict; readonly now: number },
): readonly JobsWrite[] {
  const isOver = isSettled(tally);
  const status: JsonObject = {
    startTime: valueAt(job, 'status', 'startTime') ?? timestamp(now),
    active: tally.active.length || null,
    ready: tally.ready,
    terminating: tally.terminating.length,
    succeeded: tally.succeeded || null,
    failed: tally.failed || null,
    uncountedTerminatedPods: {
      succeeded: listOrNull(tally.uncounted.succeeded),
      failed: listOrNull(tally.uncounted.failed),
    },
    ...(verdict.kind === 'complete' && isOver ? { completionTime: timestamp(now) } : {}),
    ...conditionsField(job, { verdict, isOver, now }),
  };
  const changed = Object.entries(status).filter(
    ([key, value]) => !isSame(valueAt(job, 'status', key), value),
  );
  return changed.length === 0
    ? []
    : [{ do: 'patchStatus', object: job, patch: { status: Object.fromEntries(changed) } }];
}

/** Nothing runs and everything is counted: only then may a job be called finished. */
function isSettled({ active, terminating, uncounted }: JobTally): boolean {
  return active.length + terminating.length + uncounted.succeeded.length + uncounted.failed.length === 0;
}

function listOrNull(uids: readonly string[]): readonly string[] | null {
  return uids.length === 0 ? null : uids;
}

interface Ending {
  readonly verdict: JobVerdict;
  readonly isOver: boolean;
  readonly now: number;
}

function conditionsField(job: KubernetesObject, ending: Ending): JsonObject {
  const added = endings(ending).filter((one) => !isConditionTrue(job, String(one.type)));
  return added.length === 0 ? {} : { conditions: [...objectsAt(job, 'status', 'conditions'), ...added] };
}

/** What is decided is said at once, what is finished when it is. */
function endings({ verdict, isOver, now }: Ending): readonly JsonObject[] {
  switch (verdict.kind) {
    case 'going':
      return [];
    case 'complete': {
      const why = {
        reason: 'CompletionsReached',
        message: 'Reached expected number of succeeded pods',
      };
      return [
        condition('SuccessCriteriaMet', why, now),
        ...(isOver ? [condition('Complete', why, now)] : []),
      ];
    }
    case 'failed': {
      const { reason, message } = verdict;
      const why = { reason, message };
      return [condition('FailureTarget', why, now), ...(isOver ? [condition('Failed', why, now)] : [])];
    }
  }
}

function condition(type: string, why: JsonObject, now: number): JsonObject {
  return { type, status: 'True', ...why, lastProbeTime: timestamp(now), lastTransitionTime: timestamp(now) };
}

/** A merge patch's null is absence. */
function isSame(stored: JsonValue | undefined, wanted: JsonValue | undefined): boolean {
  return isDeepStrictEqual(pruned(stored), pruned(wanted));
}

function pruned(value: JsonValue | undefined): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== null && one !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
