import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { machineConfigGroup, ownGroup } from '../../../../layering/api/layering-names.ts';
import { World } from '../../../../layering/build-plan/simulated-world.test-support.ts';
import { buildKinds } from '../../../../operator/layering/layering-kinds.ts';
import type { LayeringCluster } from '../cluster/layering-cluster.ts';
import { buildNames, type WaitUntil, waitForBuild } from './wait-for-build.ts';

const world = new World({ nodes: { a: 'amd64' } }).run();
const made = world.build().object;
const config = world.get('MachineOSConfig', 'edge');

interface Look {
  readonly name?: string;
  readonly phase?: string;
  readonly message?: string;
  readonly config?: string;
  readonly retry?: number;
}

function build({ name = 'edge-2', phase, message, config: of = 'edge', retry = 0 }: Look): KubernetesObject {
  const { index } = made.status as { index?: object };
  const status = {
    ...(phase === undefined ? {} : { phase }),
    ...(message === undefined ? {} : { message }),
    ...(phase === 'Succeeded' ? { index } : {}),
  };
  const spec = { ...(made.spec as object), machineOSConfig: { name: of }, retry };
  return { ...made, metadata: { ...made.metadata, name }, spec, status } as KubernetesObject;
}

interface Waiting {
  /** What is there, look by look; the last stays. */
  readonly looks: readonly (readonly Look[])[];
  readonly until?: WaitUntil;
  readonly timeoutMs?: number;
  readonly status?: object;
}

async function wait({ looks, until = 'end', timeoutMs = 60_000, status = {} }: Waiting) {
  let look = 0;
  const told: string[] = [];
  const cluster = {
    list: async (resource: unknown) => {
      expect(resource).toBe(buildKinds[machineConfigGroup]);
      look += 1;
      return [
        build({ name: 'edge-1', phase: 'Failed' }),
        ...(looks[Math.min(look, looks.length) - 1] ?? []).map(build),
      ];
    },
    client: { get: async () => ({ ok: true, value: { ...config, status } }) },
  } as unknown as Pick<LayeringCluster, 'client' | 'list'>;
  const waited = await waitForBuild({
    cluster,
    config,
    before: new Set(['edge-1']),
    until,
    timeoutMs,
    pauseMs: 0,
    io: { err: (text) => told.push(text.replace('archipelago: ', '').trimEnd()) },
  });
  return { waited, told, looks: look };
}

describe('waiting for the end', () => {
  it.each([
    ['Succeeded', true],
    ['Failed', false],
    ['Interrupted', false],
  ])('of a build that has %s: good is %s', async (phase, ok) => {
    const { waited, told } = await wait({
      looks: [[], [{}], [{ phase: 'Building' }], [{ phase, message: 'm' }]],
    });
    expect(waited).toMatchObject({ ok, build: 'edge-2', phase });
    const image = phase === 'Succeeded' ? `: ${world.build().status.index?.pullSpec}` : '';
    expect(waited.message).toBe(`edge-2 ${phase}${image}`);
    expect(told).toEqual(['edge-2: Pending', 'edge-2: Building', `edge-2: ${phase}: m`]);
  });

  it('goes on with the build that takes its place', async () => {
    const second = { name: 'edge-3', retry: 1 };
    const { waited, told } = await wait({
      looks: [
        [{ phase: 'Building' }],
        [{ phase: 'Superseded' }],
        [{ phase: 'Superseded' }, { ...second, phase: 'Building' }],
        [{ ...second, phase: 'Succeeded' }, { phase: 'Superseded' }],
      ],
    });
    expect(waited).toMatchObject({ ok: true, build: 'edge-3' });
    expect(told).toEqual(['edge-2: Building', 'edge-2: Superseded', 'edge-3: Building', 'edge-3: Succeeded']);
  });

  it('is of no other config’s build, and of none that there was', async () => {
    const { waited } = await wait({
      looks: [[{ config: 'other', phase: 'Succeeded', name: 'other-1' }]],
      timeoutMs: 0,
    });
    expect(waited).toEqual({
      ok: false,
      build: undefined,
      phase: undefined,
      message: 'no build has begun within 0 s',
    });
  });

  it('ends when time is up, with how far it is', async () => {
    const { waited, looks } = await wait({ looks: [[{ phase: 'Building' }]], timeoutMs: -1 });
    expect([waited, looks]).toEqual([
      {
        ok: false,
        build: 'edge-2',
        phase: 'Building',
        message: 'edge-2 has not ended within 0 s, it is Building',
      },
      1,
    ]);
    const fresh = await wait({ looks: [[{}]], timeoutMs: -1 });
    expect(fresh.waited.message).toBe('edge-2 has not ended within 0 s, it is Pending');
  });
});

describe('waiting for the beginning', () => {
  it.each([
    [undefined, true],
    ['Pending', true],
    ['Building', true],
    ['Succeeded', true],
    ['Superseded', true],
    ['Failed', false],
    ['Interrupted', false],
  ])('of a build that is %s: good is %s', async (phase, ok) => {
    const look = phase === undefined ? {} : { phase };
    expect((await wait({ looks: [[], [look]], until: 'begin' })).waited).toMatchObject({
      ok,
      phase: phase ?? 'Pending',
    });
  });
});

describe('what stands in the way', () => {
  const condition = (type: string, status: string) => ({
    type,
    status,
    reason: 'Why',
    message: 'because\nof it',
    lastTransitionTime: '2026-11-21T10:00:00Z',
  });
  it.each<[string, string, boolean]>([
    ['Blocked', 'True', true],
    ['Blocked', 'False', false],
    ['Resolved', 'False', true],
    ['Resolved', 'Unknown', true],
    ['Resolved', 'True', false],
    ['Degraded', 'True', false],
  ])('is told once: %s %s is %s', async (type, status, isTold) => {
    const { told } = await wait({
      looks: [[], [], [], [{ phase: 'Succeeded' }]],
      status: { conditions: [condition(type, status)] },
    });
    const waiting = told.filter((line) => line.startsWith('waiting'));
    expect(waiting).toEqual(isTold ? ['waiting: because of it (Why)'] : []);
  });
});

it('builds are those of the group of the config', async () => {
  const list = async (resource: unknown) =>
    resource === buildKinds[ownGroup] ? [build({ name: 'own' })] : [build({})];
  const cluster = { list } as unknown as Pick<LayeringCluster, 'list'>;
  expect([...(await buildNames(cluster, config))]).toEqual(['edge-2']);
  const own = { ...config, apiVersion: `${ownGroup}/v1` };
  expect([...(await buildNames(cluster, own))]).toEqual(['own']);
  await expect(buildNames(cluster, { ...config, apiVersion: 'v1' })).rejects.toThrow('v1 is no group');
});
