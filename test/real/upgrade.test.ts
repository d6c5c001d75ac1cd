import { resolve } from 'node:path';
import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { ownRelease } from '../../packages/archipelago/src/reconcile/own-release.ts';
import { until } from '../support/until.ts';
import { type BareCluster, startBareCluster } from './image/bare-cluster.ts';
import type { PlayedOperator } from './image/follow-operator.ts';
import { buildRelease, hasCommit } from './upgrade/build-release.ts';
import { passesOf } from './upgrade/passes-of.ts';
import { startReplica } from './upgrade/replica.ts';

/** What was 0.1.0. The tag of that name says the same, and is not needed. */
const released = '836eef8a8675836462c4202a3147eedb3a62413f';
const today = resolve('bin/archipelago');
const home = 'kubevirt-hyperconverged';
const definition = 'CustomResourceDefinition';
const hyperConverged = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: home },
  spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 7 } },
};

// needs the history of the repository: the other release is built of it
describe.runIf(hasCommit(released))('from 0.1.0 to this release and back, on a real Kubernetes', () => {
  let cluster: BareCluster;
  let former: string;
  const replicas: PlayedOperator[] = [];

  beforeAll(async () => {
    cluster = await startBareCluster();
    former = buildRelease(released, cluster.newFolder());
  });
  afterAll(async () => {
    await stopAll();
    await cluster?.stop();
  });

  const patience = {
    pauseMs: 300,
    withinMs: 120_000,
    tell: () => replicas.map((each) => each.output().slice(-3_000)).join('\n\n'),
  };
  const start = async (program: string) => {
    const replica = await startReplica(cluster, program);
    replicas.push(replica);
    return replica;
  };
  async function stopAll() {
    await Promise.all(replicas.splice(0).map((each) => each.stop()));
  }
  const lead = async () =>
    cluster.services.lead(await Promise.all(replicas.map((each) => each.port('webhook'))));
  const manifestsOf = async (program: string) => {
    const text = await cluster.run(program, 'manifests', '--image', 'registry.example/archipelago:1');
    return parseAllDocuments(text)
      .map((each): unknown => each.toJS())
      .filter(isJsonObject);
  };
  const found = () => cluster.object('hyperconverged', 'kubevirt-hyperconverged');
  const versions = async () => objectsAt(objectAt(await found(), 'status'), 'versions');
  const release = async () => (await versions()).find(({ name }) => name === 'archipelago')?.version;
  const reconciled = async () =>
    objectsAt(objectAt(await found(), 'status'), 'conditions').find(
      ({ type }) => type === 'ReconcileComplete',
    );
  const isSettled = async () => {
    const { Available, Progressing, ReconcileComplete } = await cluster.conditions();
    return Available === 'True' && Progressing === 'False' && ReconcileComplete === 'True';
  };
  const edit = (patch: JsonObject, ...flags: readonly string[]) =>
    cluster.run(
      ...(['kubectl', 'patch', 'hyperconverged', 'kubevirt-hyperconverged', '-n', home] as const),
      ...['--type=merge', '-p', JSON.stringify(patch), ...flags],
    );
  const migrations = async () =>
    objectAt(
      await cluster.object('kubevirt', 'kubevirt-kubevirt-hyperconverged'),
      'spec',
      'configuration',
      'migrations',
    ).parallelMigrationsPerCluster;
  /** Equal, where nobody wrote what they are to be. */
  const operands = async () => {
    const kinds = 'kubevirts,cdis,networkaddonsconfigs,priorityclasses,aaqs';
    const text = await cluster.run('kubectl', 'get', kinds, '-A', '-o', 'json');
    return objectsAt(JSON.parse(text), 'items').map(({ kind, metadata, spec }) => ({
      kind,
      name: textAt(metadata, 'name'),
      generation: objectAt(metadata).generation,
      spec,
    }));
  };

  it('0.1.0 is installed and configures the cluster', async () => {
    await cluster.apply(await manifestsOf(former));
    await start(former);
    await start(former);
    await lead();
    const isTaken = () => cluster.apply([hyperConverged]).then(() => true);
    await until(() => isTaken().catch(() => false), patience);
    await until(isSettled, patience);
    expect(await migrations()).toBe(7);
    expect(await release()).toBeUndefined();
  });

  it('under newer definitions it goes on, and ignores what it does not know', async () => {
    const definitions = (await manifestsOf(today)).filter(({ kind }) => kind === definition);
    await cluster.apply(definitions.map(withFieldOfTomorrow));
    await until(
      () =>
        edit({ spec: { ofTomorrow: 'x' } }).then(
          async () => textAt(await found(), 'spec', 'ofTomorrow') === 'x',
        ),
      patience,
    );
    await edit({ spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 8 } } });
    await until(async () => (await migrations()) === 8, patience);
    await until(isSettled, patience);
    expect(textAt(await found(), 'spec', 'ofTomorrow')).toBe('x');
  });

  it('beside a replica of this release it goes on leading, and the webhooks of both answer', async () => {
    await edit({ spec: { ofTomorrow: null } });
    await cluster.apply(await manifestsOf(today));
    await start(today);
    await lead();
    const broken = { metadata: { annotations: { 'kubevirt.kubevirt.io/jsonpatch': '[{"op":"no"}]' } } };
    const before = new Map(cluster.services.taken);
    const ports = await Promise.all(replicas.map((each) => each.port('webhook')));
    // API servers keep connections: each is asked once the ones before it are let go
    for (const port of ports) {
      cluster.services.lead([port]);
      cluster.services.drop();
      await expect(edit(broken, '--dry-run=server')).rejects.toThrow(/jsonpatch/);
      expect(cluster.services.taken.get(port) ?? 0).toBeGreaterThan(before.get(port) ?? 0);
    }
    expect(replicas.map((each) => /"msg":"leading"/.test(each.output())).at(-1)).toBe(false);
  });

  it('when it ends this release leads, changes no operand, and says who configured the cluster', async () => {
    const before = await operands();
    const [one, other] = replicas.splice(0, 2);
    await Promise.all([one?.stop(), other?.stop()]);
    await lead();
    await until(async () => (await release()) === ownRelease, patience);
    await until(isSettled, patience);
    expect(await operands()).toEqual(before);
    await edit({ spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 9 } } });
    await until(async () => (await migrations()) === 9, patience);
  });

  it('back at 0.1.0, which does not know of downgrades of itself, no operand changes', async () => {
    await until(isSettled, patience);
    const before = await operands();
    await stopAll();
    await cluster.apply(await manifestsOf(former));
    await start(former);
    await lead();
    await until(async () => (await release()) === undefined, patience);
    await until(isSettled, patience);
    expect(await operands()).toEqual(before);
    await stopAll();
  });

  it('after a newer release this one stands still, and goes on when it is told to', async () => {
    await cluster.apply(await manifestsOf(today));
    const replica = await start(today);
    await lead();
    await until(async () => (await release()) === ownRelease, patience);
    await until(isSettled, patience);
    const newer = [
      ...(await versions()).filter(({ name }) => name !== 'archipelago'),
      { name: 'archipelago', version: '99.1.0' },
    ];
    await edit({ status: { versions: newer } }, '--subresource=status');
    const refused = async () => (await reconciled())?.reason === 'DowngradeRefused';
    await until(refused, patience);
    const passes = await passesOf(replica);
    await edit({ spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 4 } } });
    await until(async () => (await passesOf(replica)) > passes, patience);
    expect(await migrations()).toBe(9);
    const message = textAt(await reconciled(), 'message');
    expect(message).toContain('Archipelago 99.1.0 configured this cluster');
    const [, patch = ''] = /-p '(\{.*\})'/.exec(message) ?? [];
    await edit(JSON.parse(patch), '--subresource=status');
    await until(async () => (await migrations()) === 4, patience);
  });
});

/** As a release to come might have it. */
function withFieldOfTomorrow(object: JsonObject): JsonObject {
  const text = JSON.stringify(object).replace(
    '"liveMigrationConfig":{',
    '"ofTomorrow":{"type":"string"},"liveMigrationConfig":{',
  );
  return JSON.parse(text);
}
