import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from './kubernetes-client.ts';
import { type ApiResult, isNamespaceTerminating } from './kubernetes-status.ts';
import { type LeaseRecord, leaseRecordOf, leases, microTime, withLeaseRecord } from './leases.ts';
import { apiVersionOf } from './resource.ts';

/** The Lease as last seen. */
export interface ObservedLease {
  readonly lease: KubernetesObject;
  readonly record: LeaseRecord;
  /** When we first saw this record, on our monotonic clock: the writer's clock plays no part. */
  readonly since: number;
}

/** One try for the lease. */
export interface LeaseAttempt {
  readonly client: Pick<KubernetesClient, 'get' | 'create' | 'update'>;
  readonly name: { readonly namespace: string; readonly name: string };
  readonly identity: string;
  readonly leaseDurationMs: number;
  /** Both clocks at the start of the try: a lease is ours from then on, not from the answer. */
  readonly wallMs: number;
  readonly monotonicMs: number;
  /** The monotonic clock at this moment: what others wrote is as old as our look at it, not as our try. */
  readonly monotonic: () => number;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

/** How a try ended; with what is known of the Lease now. */
export type AttemptEnd =
  | { readonly kind: 'held'; readonly observed: ObservedLease }
  /** Another holds it, or was quicker. */
  | { readonly kind: 'not-held'; readonly observed: ObservedLease | undefined }
  | { readonly kind: 'failed'; readonly observed: ObservedLease | undefined; readonly message: string };

/**
 * Takes or renews the lease. A holder that was the last to write renews with one update; everybody
 * else reads first. Throws only ApiConnectionError.
 */
export async function attemptLease(
  attempt: LeaseAttempt,
  observed: ObservedLease | undefined,
): Promise<AttemptEnd> {
  if (observed?.record.holder === attempt.identity) {
    const renewed = await write(attempt, observed, observed);
    if (renewed.kind !== 'not-held') {
      return renewed;
    }
  }
  const { client, name, deadlineMs, signal } = attempt;
  const read = await client.get(leases, name, { deadlineMs, signal });
  if (!read.ok) {
    return read.status.code === 404
      ? create(attempt)
      : { kind: 'failed', observed, message: `${read.status.code} ${read.status.message}` };
  }
  const seen = observe(read.value, observed, attempt.monotonic());
  return isFree(seen, attempt) ? write(attempt, seen, observed) : { kind: 'not-held', observed: seen };
}

/** A record that differs in anything was written anew: its time starts now. */
function observe(
  lease: KubernetesObject,
  before: ObservedLease | undefined,
  monotonicMs: number,
): ObservedLease {
  const record = leaseRecordOf(lease);
  const same = before !== undefined && JSON.stringify(before.record) === JSON.stringify(record);
  return { lease, record, since: same ? before.since : monotonicMs };
}

/** Ours, given up, or not renewed for its whole duration while we watched. */
function isFree({ record, since }: ObservedLease, attempt: LeaseAttempt): boolean {
  const durationMs = record.durationSeconds > 0 ? record.durationSeconds * 1000 : attempt.leaseDurationMs;
  return (
    record.holder === '' || record.holder === attempt.identity || since + durationMs <= attempt.monotonicMs
  );
}

function recordFor(attempt: LeaseAttempt, before: LeaseRecord | undefined): LeaseRecord {
  const now = microTime(attempt.wallMs);
  const renewal = before !== undefined && before.holder === attempt.identity;
  return {
    holder: attempt.identity,
    durationSeconds: Math.max(1, Math.ceil(attempt.leaseDurationMs / 1000)),
    acquireTime: renewal && before.acquireTime !== '' ? before.acquireTime : now,
    renewTime: now,
    transitions: before === undefined ? 0 : before.transitions + (renewal ? 0 : 1),
  };
}

async function write(
  attempt: LeaseAttempt,
  base: ObservedLease,
  before: ObservedLease | undefined,
): Promise<AttemptEnd> {
  const { client, deadlineMs, signal } = attempt;
  const lease = withLeaseRecord(base.lease, recordFor(attempt, base.record));
  return written(attempt, await client.update(leases, lease, { deadlineMs, signal }), { lease, before });
}

async function create(attempt: LeaseAttempt): Promise<AttemptEnd> {
  const { client, name, deadlineMs, signal } = attempt;
  const bare = { apiVersion: apiVersionOf(leases), kind: leases.kind, metadata: name };
  const lease = withLeaseRecord(bare, recordFor(attempt, undefined));
  const answer = await client.create(leases, lease, { deadlineMs, signal });
  return written(attempt, answer, { lease, before: undefined });
}

/** What was sent, and what was known before. */
interface Sent {
  readonly lease: KubernetesObject;
  readonly before: ObservedLease | undefined;
}

function written(
  { monotonicMs }: LeaseAttempt,
  answer: ApiResult<KubernetesObject>,
  { lease, before: observed }: Sent,
): AttemptEnd {
  if (answer.ok) {
    const record = leaseRecordOf(answer.value);
    return { kind: 'held', observed: { lease: answer.value, record, since: monotonicMs } };
  }
  const { code, message } = answer.status;
  // Nobody gets a lease in a namespace that is being deleted, neither a new one nor a renewal, and somebody has to take our
  // finalizers from what is in it. Several may lead there: their writes are bound to the versions they have read.
  if (isNamespaceTerminating(answer.status)) {
    return { kind: 'held', observed: { lease, record: leaseRecordOf(lease), since: monotonicMs } };
  }
  // Somebody else wrote, made or deleted it meanwhile.
  return code === 409 || code === 404
    ? { kind: 'not-held', observed }
    : { kind: 'failed', observed, message: `${code} ${message}` };
}

/** Gives the lease up so that the next holder need not wait. True when it was ours and is free now. */
export async function releaseLease(attempt: LeaseAttempt, observed: ObservedLease): Promise<boolean> {
  const released = await giveUp(attempt, observed.lease);
  if (released.ok || released.status.code !== 409) return released.ok;
  // a renewal that was broken off on our way out may have arrived
  const { client, name, deadlineMs, signal } = attempt;
  const read = await client.get(leases, name, { deadlineMs, signal });
  const isOurs = read.ok && leaseRecordOf(read.value).holder === attempt.identity;
  return isOurs && (await giveUp(attempt, read.value)).ok;
}

function giveUp(
  { client, deadlineMs, signal, wallMs }: LeaseAttempt,
  lease: KubernetesObject,
): Promise<ApiResult<KubernetesObject>> {
  const now = microTime(wallMs);
  const free = { holder: '', durationSeconds: 1, acquireTime: now, renewTime: now };
  const record = { ...leaseRecordOf(lease), ...free };
  return client.update(leases, withLeaseRecord(lease, record), { deadlineMs, signal });
}
