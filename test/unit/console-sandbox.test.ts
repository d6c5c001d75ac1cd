import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JsonObject, MovableClock, objectsAt, systemClock, textAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleAsks } from '../../packages/archipelago/src/cli/commands/console/console-asks.ts';
import { consolePages } from '../../packages/archipelago/src/cli/commands/console/console-pages.ts';
import type { Io } from '../../packages/archipelago/src/cli/process/io.ts';
import { nodes } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { clockApi } from '../../packages/archipelago/src/simulation/actors/clock/clock-api.ts';
import { createNamespace } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { scenarios } from '../../packages/archipelago/src/simulation/scenarios/scenarios.ts';

const io: Io = {
  out: () => undefined,
  err: () => undefined,
  read: async () => '',
  find: async () => undefined,
  color: false,
};
const breaking = { annotation: 'sandbox.archipelago.dev/update-fails', value: 'no reason' };
const onNode = { ...breaking, object: { kind: 'Node', name: 'a1' } };

let folder: string;
let cluster: EmbeddedCluster;
let client: KubernetesClient;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archipelago-console-sandbox-'));
  const clock = new MovableClock(systemClock);
  cluster = await startEmbeddedCluster({ insecure: true, clock, extensions: [clockApi(clock)] });
  client = createKubernetesClient({ transport: inProcessTransport(cluster) });
  await createNamespace(client, 'kube-system');
  await client.create(nodes, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a1' } });
  await writeFile(join(folder, 'admin'), cluster.kubeconfig());
  await writeFile(
    join(folder, 'stranger'),
    cluster.kubeconfig().replace(/^( +)(token: .*)$/m, '$1$2\n$1as: stranger'),
  );
});

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

const look = async (login = 'admin') =>
  (await consolePages({ kubeconfig: join(folder, login) }, io).get('sandbox')?.(undefined))?.view;
const ask = async (name: string, body: JsonObject, login = 'admin') =>
  (await consoleAsks({ kubeconfig: join(folder, login) }, io)
    .get(name)
    ?.answer(body)) ?? {};

describe('what can be played with', () => {
  it('is told of an embedded cluster', async () => {
    const view = await look();
    expect(view).toMatchObject({
      isEmbedded: true,
      clock: { ahead: '0s' },
      firstHour: { machines: false, drained: false },
    });
    expect(objectsAt(view, 'scenarios')).toHaveLength(scenarios.length);
    const fault = objectsAt(view, 'faults').find(({ annotation }) => annotation === breaking.annotation);
    expect(fault).toMatchObject({ targets: [{ kind: 'Node', name: 'a1' }], count: 1 });
  });

  it('is its administrators’ alone', async () => {
    expect(await look('stranger')).toEqual({ isEmbedded: false });
    expect(await ask('fault', onNode, 'stranger')).toMatchObject({ problem: { kind: 'notThere' } });
    expect(await ask('clock', { by: '1h' }, 'stranger')).toMatchObject({ problem: { kind: 'notThere' } });
  });
});

describe('a fault', () => {
  it('is shown, made, told, and taken away', async () => {
    const shown = await ask('fault', onNode);
    expect(shown).toMatchObject({
      writes: [{ object: 'Node a1', fields: [{ after: 'no reason' }] }],
      server: [],
    });
    const write = textAt(shown, 'fingerprint');
    expect(await ask('fault', { ...onNode, write })).toMatchObject({ outcome: { kind: 'done' } });
    expect(await ask('fault', onNode)).toMatchObject({ writes: [] });
    const faults = objectsAt(await look(), 'faults');
    expect(faults.find(({ annotation }) => annotation === breaking.annotation)).toMatchObject({
      targets: [{ name: 'a1', value: 'no reason' }],
    });
    const away = await ask('fault', { ...onNode, value: '' });
    expect(away).toMatchObject({ writes: [{ fields: [{ before: 'no reason' }] }] });
    await ask('fault', { ...onNode, value: '', write: textAt(away, 'fingerprint') });
    expect((await client.get(nodes, { name: 'a1' })).ok).toBe(true);
    expect(JSON.stringify(await look())).not.toContain('"value":"no reason"');
  });

  it.each<[string, JsonObject]>([
    ['an annotation that is none', { ...onNode, annotation: 'a/b' }],
    ['a kind on which it means nothing', { ...onNode, object: { kind: 'Secret', name: 'a1' } }],
    ['an object that is not there', { ...onNode, object: { kind: 'Node', name: 'gone' } }],
  ])('is not made with %s', async (_, body) => {
    expect(await ask('fault', body)).toMatchObject({ problem: { kind: 'notThere' } });
  });
});

describe('the clock', () => {
  it('is moved on once it was shown how far', async () => {
    const shown = await ask('clock', { by: '+25h' });
    expect(shown).toMatchObject({ writes: [{ fields: [{ before: '0s', after: '25h0m0s' }] }] });
    expect(await look()).toMatchObject({ clock: { ahead: '0s' } });
    expect(await ask('clock', { by: '+25h', write: textAt(shown, 'fingerprint') })).toMatchObject({
      outcome: { kind: 'done' },
    });
    expect(await look()).toMatchObject({ clock: { ahead: '25h0m0s' } });
  });

  it('is shown to who may read it alone, with what keeps him from moving it', async () => {
    const of = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: false } as const;
    const apiVersion = `${of.group}/v1`;
    const name = 'reader';
    const rules = [{ apiGroups: ['sandbox.archipelago.dev'], resources: ['clocks'], verbs: ['get'] }];
    const [role, subjects] = ['ClusterRole', [{ apiGroup: of.group, kind: 'User', name }]];
    await client.create(
      { ...of, plural: 'clusterroles', kind: role },
      { ...{ apiVersion, kind: role, metadata: { name } }, ...{ rules } },
    );
    await client.create(
      { ...of, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' },
      {
        ...{ apiVersion, kind: 'ClusterRoleBinding', metadata: { name } },
        ...{ subjects, roleRef: { apiGroup: of.group, kind: role, name } },
      },
    );
    const file = cluster.kubeconfig().replace(/^( +)(token: .*)$/m, `$1$2\n$1as: ${name}`);
    await writeFile(join(folder, name), file);
    const shown = await ask('clock', { by: '1h' }, name);
    expect(shown).toMatchObject({
      writes: [{ object: 'Clock cluster' }],
      server: [{ object: 'Clock cluster', isForbidden: true }],
    });
    const write = textAt(shown, 'fingerprint');
    expect(await ask('clock', { by: '1h', write }, name)).toMatchObject({ outcome: { kind: 'refused' } });
  });

  it.each(['-1h', 'tomorrow', '', '0s'])('is not moved by %j', async (by) => {
    expect(await ask('clock', { by })).toMatchObject({ problem: { kind: 'notThere' } });
  });
});
