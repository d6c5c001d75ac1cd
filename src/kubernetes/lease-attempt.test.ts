import { expect, it } from 'vitest';
import type { KubernetesStatus } from './kubernetes-status.ts';
import { attemptLease } from './lease-attempt.ts';

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
