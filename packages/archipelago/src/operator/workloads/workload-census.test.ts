import type { KubernetesClient, KubernetesStatus } from '@archipelago/kube-client';
import { describe, expect, it } from 'vitest';
import type { Live } from '../../reconcile/live.ts';
import { WorkloadCensus } from './workload-census.ts';

interface Answer {
  readonly names?: readonly string[];
  readonly remaining?: number;
  readonly isMore?: boolean;
  readonly status?: KubernetesStatus;
}

const { signal } = new AbortController();
const present: Live = { state: 'present', object: { metadata: { name: 'kv' } }, foreignWriters: [] };
const going: Live = {
  state: 'present',
  object: { metadata: { name: 'kv', deletionTimestamp: '2026-01-01T00:00:00Z' } },
  foreignWriters: [],
};
const refused = { code: 403, reason: 'Forbidden', message: 'admission webhook denied: machines exist' };

/** By the plural of the kind; nothing: there are none. */
function censusOf(
  answers: Readonly<Record<string, Answer>>,
  live: Live = present,
  deletion?: KubernetesStatus,
) {
  const asked: string[] = [];
  const client: Partial<KubernetesClient> = {
    listPageOf: async ({ plural, kind, group, version }, keep, { limit, labelSelector, namespace } = {}) => {
      asked.push(`${plural} ${namespace ?? 'everywhere'} ${limit} ${labelSelector ?? 'all'}`);
      const { names = [], remaining, isMore = remaining !== undefined, status } = answers[plural] ?? {};
      if (status !== undefined) return { ok: false, status };
      const items = names.map((name) =>
        keep({ apiVersion: `${group}/${version}`, kind, metadata: { namespace: 'a', name } }),
      );
      const more = {
        ...(isMore ? { continue: 'x' } : {}),
        ...(remaining === undefined ? {} : { remaining }),
      };
      return { ok: true, value: { items, resourceVersion: '1', ...more } };
    },
    delete: async ({ kind }, { namespace, name }, { dryRun } = {}) => {
      asked.push(`delete ${kind} ${namespace ?? ''}/${name} ${dryRun === true ? 'dry' : 'wet'}`);
      return deletion === undefined
        ? { ok: true, value: { state: 'deleted' } }
        : { ok: false, status: deletion };
    },
  };
  const census = new WorkloadCensus({
    client: client as Pick<KubernetesClient, 'listPageOf' | 'delete'>,
    mirror: { operand: () => live, isServed: (definition) => definition !== 'virtualmachines.kubevirt.io' },
    namespace: 'here',
  });
  return { census, asked };
}

describe('the census of workloads', () => {
  it('asks for ten of each kind, everywhere, and not for imported boot sources', async () => {
    const { census, asked } = censusOf({});
    expect(await census.count(signal)).toEqual({ workloads: [], unknown: [], forbidden: [] });
    expect(asked).toEqual([
      'virtualmachines everywhere 10 all',
      'virtualmachineinstances everywhere 10 all',
      'virtualmachineinstancereplicasets everywhere 10 all',
      'datavolumes everywhere 10 !cdi.kubevirt.io/dataImportCron',
    ]);
  });

  it('counts what is on the page, and what the server says is left', async () => {
    const { census } = censusOf({
      virtualmachines: { names: ['x', 'y'] },
      virtualmachineinstances: { names: ['x'], remaining: 40 },
      datavolumes: { names: ['d'], isMore: true },
    });
    expect((await census.count(signal)).workloads).toEqual([
      { kind: 'VirtualMachine', names: ['a/x', 'a/y'], count: 2 },
      { kind: 'VirtualMachineInstance', names: ['a/x'], count: 41 },
      { kind: 'DataVolume', names: ['a/d'], count: undefined },
    ]);
  });

  it('has none of a kind without definition, and tells what it may not list', async () => {
    const message = 'User "operator" cannot list resource "datavolumes"';
    const { census } = censusOf({
      virtualmachines: { status: { code: 404, reason: 'NotFound', message: 'no' } },
      datavolumes: { status: { code: 403, reason: 'Forbidden', message } },
    });
    expect(await census.count(signal)).toEqual({
      workloads: [],
      unknown: [`cannot list datavolumes.cdi.kubevirt.io: ${message}`],
      forbidden: [message],
    });
  });

  it.each([
    ['fails', { code: 500, reason: '', message: 'oh' }],
    ['does not serve a kind whose definition is there', { code: 404, reason: 'NotFound', message: 'oh' }],
  ])('concludes nothing from a server that %s', async (_, status) => {
    const { census } = censusOf({ datavolumes: { status } });
    expect(await census.count(signal)).toEqual({
      workloads: [],
      unknown: ['cannot list datavolumes.cdi.kubevirt.io: oh'],
      forbidden: [],
    });
  });
});

describe('an operand that is asked whether it may go', () => {
  it.each<
    [string, 'KubeVirt' | 'CDI', Live, KubernetesStatus | undefined, string | undefined, readonly string[]]
  >([
    [
      'has nothing against it',
      'CDI',
      present,
      undefined,
      undefined,
      ['delete CDI /cdi-kubevirt-hyperconverged dry'],
    ],
    [
      'refuses',
      'KubeVirt',
      present,
      refused,
      'KubeVirt kubevirt-kubevirt-hyperconverged refuses to be deleted: admission webhook denied: machines exist',
      ['delete KubeVirt here/kubevirt-kubevirt-hyperconverged dry'],
    ],
    [
      'is gone meanwhile',
      'CDI',
      present,
      { code: 404, reason: 'NotFound', message: 'no' },
      undefined,
      ['delete CDI /cdi-kubevirt-hyperconverged dry'],
    ],
    [
      'cannot be asked',
      'CDI',
      present,
      { code: 400, reason: 'BadRequest', message: 'admission webhook "x" does not support dry run' },
      undefined,
      ['delete CDI /cdi-kubevirt-hyperconverged dry'],
    ],
    ['is going', 'KubeVirt', going, refused, undefined, []],
    ['is not there', 'KubeVirt', { state: 'absent' }, refused, undefined, []],
  ])('%s', async (...[, kind, live, status, objection, requests]) => {
    const { census, asked } = censusOf({}, live, status);
    expect(await census.objection(kind, signal)).toBe(objection);
    expect(asked).toEqual(requests);
  });
});
