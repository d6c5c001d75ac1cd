import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { ApiResult, KubernetesStatus } from './kubernetes-status.ts';
import { type AttemptEnd, attemptLease, type ObservedLease, releaseLease } from './lease-attempt.ts';
import { leaseRecordOf } from './leases.ts';

/** A try where there is no lease and none can be made. */
function attempt(refusal: Partial<KubernetesStatus>) {
  const refused = (status: Partial<KubernetesStatus>) => async () => ({
    ok: false as const,
    status: { code: 403, reason: 'Forbidden', message: 'no', ...status },
  });
  return attemptLease(
    {
      client: { get: refused({ code: 404 }), update: refused({ code: 404 }), create: refused(refusal) },
      name: { namespace: 'ends', name: 'lease' },
      identity: 'me',
      leaseDurationMs: 15_000,
      wallMs: 0,
      monotonicMs: 0,
      monotonic: () => 0,
      deadlineMs: 1_000,
      signal: new AbortController().signal,
    },
    undefined,
  );
}

it('needs no lease in a namespace that is being deleted, where nobody gets one', async () => {
  const causes = [{ reason: 'NamespaceTerminating', field: 'metadata.namespace', message: 'ends' }];
  const end = await attempt({ details: { causes } });
  expect(end).toMatchObject({ kind: 'held', observed: { record: { holder: 'me' } } });
});

it('does not lead where it may not make the lease', async () => {
  expect(await attempt({ message: 'User "me" cannot create resource "leases"' })).toMatchObject({
    kind: 'failed',
    message: '403 User "me" cannot create resource "leases"',
  });
});

it('goes on leading there: renewals are refused in the same way', async () => {
  const causes = [{ reason: 'NamespaceTerminating', field: 'metadata.namespace', message: 'ends' }];
  const terminating = async () => ({
    ok: false as const,
    status: { code: 403, reason: 'Forbidden', message: 'ends', details: { causes } },
  });
  const absent = async () => ({
    ok: false as const,
    status: { code: 404, reason: 'NotFound', message: 'no' },
  });
  let known: Parameters<typeof attemptLease>[1];
  for (let round = 0; round < 4; round += 1) {
    const end = await attemptLease(
      {
        client: { get: absent, update: terminating, create: terminating },
        name: { namespace: 'ends', name: 'lease' },
        identity: 'me',
        leaseDurationMs: 15_000,
        wallMs: round * 2_000,
        monotonicMs: round * 2_000,
        monotonic: () => round * 2_000,
        deadlineMs: 1_000,
        signal: new AbortController().signal,
      },
      known,
    );
    expect(end.kind).toBe('held');
    known = end.observed;
  }
});

const name = { namespace: 'ops', name: 'lease' };
const spec = {
  holderIdentity: 'other',
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-01T00:00:00.000000Z',
  renewTime: '2026-01-01T00:00:00.000000Z',
  leaseTransitions: 4,
};

function lease(more: object = {}, resourceVersion = '1'): KubernetesObject {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { ...name, resourceVersion, labels: { kept: 'yes' } },
    spec: { ...spec, ...more, strategy: 'kept' },
  };
}

function seen(object: KubernetesObject, since: number): ObservedLease {
  return { lease: object, record: leaseRecordOf(object), since };
}

/** A server that holds one lease; writes of `refusing` are refused with that code. */
function leaseServer(stored: KubernetesObject | undefined, refusing: Partial<Record<string, number>> = {}) {
  const sent: string[] = [];
  const state = { stored };
  const refuse = (code: number): ApiResult<KubernetesObject> => ({
    ok: false,
    status: { code, reason: '', message: `said ${code}` },
  });
  const written = (verb: string, object: KubernetesObject): ApiResult<KubernetesObject> => {
    sent.push(`${verb} ${leaseRecordOf(object).holder}`);
    const code = refusing[verb];
    if (code !== undefined) return refuse(code);
    const { resourceVersion } = object.metadata;
    if (verb === 'update' && resourceVersion !== state.stored?.metadata.resourceVersion) return refuse(409);
    const metadata = { ...object.metadata, resourceVersion: `${resourceVersion}+` };
    state.stored = { ...object, metadata };
    return { ok: true, value: state.stored };
  };
  const client = {
    get: async (): Promise<ApiResult<KubernetesObject>> => {
      sent.push('get');
      if (refusing.get !== undefined) return refuse(refusing.get);
      return state.stored === undefined ? refuse(404) : { ok: true, value: state.stored };
    },
    create: async (_: unknown, object: KubernetesObject) => written('create', object),
    update: async (_: unknown, object: KubernetesObject) => written('update', object),
  };
  return { client, sent, state };
}

const at = 100_000;

function attemptOf(
  client: ReturnType<typeof leaseServer>['client'],
  more: { leaseDurationMs?: number } = {},
) {
  return {
    client,
    name,
    identity: 'me',
    leaseDurationMs: 10_000,
    wallMs: Date.UTC(2026, 10, 22),
    monotonicMs: at,
    monotonic: () => at + 50,
    deadlineMs: 1_000,
    signal: new AbortController().signal,
    ...more,
  };
}

const now = '2026-11-22T00:00:00.000000Z';

describe('a lease that another holds', () => {
  /** What becomes of a lease that was first seen `agoMs` ago and has not changed since. */
  async function unchangedFor(agoMs: number, more: object = {}): Promise<string> {
    const server = leaseServer(lease(more));
    return (await attemptLease(attemptOf(server.client), seen(lease(more), at - agoMs))).kind;
  }

  it.each([
    ['longer than ours', 15, 14_999, 'not-held'],
    ['longer than ours', 15, 15_000, 'held'],
    ['much longer than ours', 60, 59_999, 'not-held'],
    ['much longer than ours', 60, 60_000, 'held'],
    ['shorter than ours', 3, 2_999, 'not-held'],
    ['shorter than ours', 3, 3_000, 'held'],
    ['not said', 0, 9_999, 'not-held'],
    ['not said', 0, 10_000, 'held'],
    ['negative', -5, 9_999, 'not-held'],
    ['no number', 'x', 9_999, 'not-held'],
  ])(
    'for a time that is %s (%s s), unchanged for %i ms: %s. Its holder says how long, not we',
    async (_, leaseDurationSeconds, agoMs, kind) => {
      expect(await unchangedFor(agoMs, { leaseDurationSeconds })).toBe(kind);
    },
  );

  it('counts from our first look at it, whatever its times say', async () => {
    const { client } = leaseServer(lease({ renewTime: '1999-01-01T00:00:00.000000Z' }));
    expect(await attemptLease(attemptOf(client), undefined)).toMatchObject({
      kind: 'not-held',
      observed: { since: at + 50, record: { holder: 'other' } },
    });
  });

  it.each<[string, object]>([
    ['was renewed', { renewTime: '2026-01-01T00:00:05.000000Z' }],
    ['has another holder', { holderIdentity: 'third' }],
    ['was acquired anew', { acquireTime: '2026-01-01T00:00:05.000000Z' }],
    ['changed hands', { leaseTransitions: 5 }],
    ['lasts longer', { leaseDurationSeconds: 16 }],
  ])('counts anew when it %s', async (_, change) => {
    const { client } = leaseServer(lease(change, '2'));
    const end = await attemptLease(attemptOf(client), seen(lease(), at - 60_000));
    expect(end).toMatchObject({ kind: 'not-held', observed: { since: at + 50 } });
  });

  it('does not count anew when only its labels change', async () => {
    const { client } = leaseServer(lease({}, '2'));
    const end = await attemptLease(attemptOf(client), seen(lease(), at - 5_000));
    expect(end).toMatchObject({ kind: 'not-held', observed: { since: at - 5_000 } });
  });

  it('is taken over with everything else that it says, and one transition more', async () => {
    const { client, state, sent } = leaseServer(lease());
    const end = await attemptLease(attemptOf(client), seen(lease(), at - 15_000));
    expect(state.stored).toMatchObject({
      metadata: { labels: { kept: 'yes' }, resourceVersion: '1+' },
      spec: {
        holderIdentity: 'me',
        leaseDurationSeconds: 10,
        acquireTime: now,
        renewTime: now,
        leaseTransitions: 5,
        strategy: 'kept',
      },
    });
    // from when we began, not from when the answer came
    expect(end).toMatchObject({ kind: 'held', observed: { since: at, record: { holder: 'me' } } });
    expect(sent).toEqual(['get', 'update me']);
  });

  it.each([409, 404])('is not ours when another was quicker (%i)', async (code) => {
    const { client } = leaseServer(lease(), { update: code });
    const before = seen(lease(), at - 15_000);
    expect(await attemptLease(attemptOf(client), before)).toEqual({ kind: 'not-held', observed: before });
  });

  it.each([403, 422, 500])('is not ours when the server does not let us (%i)', async (code) => {
    const { client } = leaseServer(lease(), { update: code });
    expect(await attemptLease(attemptOf(client), seen(lease(), at - 15_000))).toMatchObject({
      kind: 'failed',
      message: `${code} said ${code}`,
    });
  });
});

describe('a lease that nobody holds', () => {
  it('is taken at once, whatever its duration', async () => {
    const { client, sent } = leaseServer(lease({ holderIdentity: '', leaseDurationSeconds: 3_600 }));
    expect((await attemptLease(attemptOf(client), undefined)).kind).toBe('held');
    expect(sent).toEqual(['get', 'update me']);
  });

  it('is made where there is none', async () => {
    const { client, state, sent } = leaseServer(undefined);
    expect((await attemptLease(attemptOf(client, { leaseDurationMs: 1_500 }), undefined)).kind).toBe('held');
    expect(sent).toEqual(['get', 'create me']);
    expect(state.stored).toMatchObject({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: name,
      spec: { holderIdentity: 'me', leaseDurationSeconds: 2, leaseTransitions: 0, acquireTime: now },
    });
  });

  it('is not ours when another made it first', async () => {
    const { client } = leaseServer(undefined, { create: 409 });
    expect(await attemptLease(attemptOf(client), undefined)).toEqual({
      kind: 'not-held',
      observed: undefined,
    });
  });

  it.each([403, 500])('is not ours when it cannot be read (%i)', async (code) => {
    const { client, sent } = leaseServer(lease(), { get: code });
    const before = seen(lease(), 7);
    const end: AttemptEnd = { kind: 'failed', observed: before, message: `${code} said ${code}` };
    expect(await attemptLease(attemptOf(client), before)).toEqual(end);
    expect(sent).toEqual(['get']);
  });
});

describe('a lease that we hold', () => {
  const ours = lease({ holderIdentity: 'me' });

  it('is renewed with one write, which keeps when we got it', async () => {
    const { client, state, sent } = leaseServer(ours);
    const end = await attemptLease(attemptOf(client), seen(ours, at - 2_000));
    expect(end).toMatchObject({ kind: 'held', observed: { since: at } });
    expect(sent).toEqual(['update me']);
    const kept = { acquireTime: spec.acquireTime, renewTime: now, leaseTransitions: 4 };
    expect(state.stored?.spec).toMatchObject(kept);
  });

  it('is ours again after a restart under the same name, without a transition', async () => {
    const { client, state } = leaseServer(ours);
    expect((await attemptLease(attemptOf(client), undefined)).kind).toBe('held');
    expect(state.stored?.spec).toMatchObject({ leaseTransitions: 4, acquireTime: spec.acquireTime });
  });

  it('is looked at again when somebody wrote it, and is lost when that was another holder', async () => {
    const stolen = leaseServer(lease({ holderIdentity: 'thief' }, '2'));
    expect(await attemptLease(attemptOf(stolen.client), seen(ours, at - 2_000))).toMatchObject({
      kind: 'not-held',
      observed: { record: { holder: 'thief' }, since: at + 50 },
    });
    expect(stolen.sent).toEqual(['update me', 'get']);
    const labelled = leaseServer(lease({ holderIdentity: 'me' }, '2'));
    expect((await attemptLease(attemptOf(labelled.client), seen(ours, at - 2_000))).kind).toBe('held');
    expect(labelled.sent).toEqual(['update me', 'get', 'update me']);
  });

  it('is not lost by a renewal that fails, and not renewed by it either', async () => {
    const { client, sent } = leaseServer(ours, { update: 500 });
    const before = seen(ours, at - 2_000);
    expect(await attemptLease(attemptOf(client), before)).toMatchObject({ kind: 'failed', observed: before });
    expect(sent).toEqual(['update me']);
  });
});

describe('giving a lease up', () => {
  const ours = lease({ holderIdentity: 'me' });

  it('leaves it free at once', async () => {
    const { client, state, sent } = leaseServer(ours);
    expect(await releaseLease(attemptOf(client), seen(ours, at))).toBe(true);
    expect(state.stored?.spec).toMatchObject({
      holderIdentity: '',
      leaseDurationSeconds: 1,
      renewTime: now,
      leaseTransitions: 4,
    });
    expect(sent).toEqual(['update ']);
  });

  it('looks again where a renewal of ours has arrived meanwhile', async () => {
    const { client, state } = leaseServer(lease({ holderIdentity: 'me' }, '2'));
    expect(await releaseLease(attemptOf(client), seen(ours, at))).toBe(true);
    expect(leaseRecordOf(state.stored ?? expect.fail()).holder).toBe('');
  });

  it('takes it from nobody else', async () => {
    const { client, state, sent } = leaseServer(lease({}, '2'));
    expect(await releaseLease(attemptOf(client), seen(ours, at))).toBe(false);
    expect([leaseRecordOf(state.stored ?? expect.fail()).holder, sent]).toEqual([
      'other',
      ['update ', 'get'],
    ]);
  });

  it.each([403, 404, 500])('does not try again after %i', async (code) => {
    const { client, sent } = leaseServer(ours, { update: code });
    expect(await releaseLease(attemptOf(client), seen(ours, at))).toBe(false);
    expect(sent).toEqual(['update ']);
  });
});
