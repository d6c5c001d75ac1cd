import { isJsonObject, type JsonObject, listAt, objectAt, valueAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../packages/archipelago/src/config/operands/network-addons-config/network-addons-config.ts';
import {
  bootSourceKinds,
  supportKinds,
} from '../../packages/archipelago/src/operator/golden-images/boot-source-kinds.ts';
import {
  deployments,
  hyperConvergeds,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { admissionFieldManager } from '../../packages/archipelago/src/reconcile/field-manager.ts';
import { observed } from '../../packages/archipelago/src/reconcile/observed-object.ts';
import {
  customResourceDefinition,
  openMembers,
  type ResourceDefinition,
} from '../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { vectorsOf } from '../support/vectors.ts';
import { leaveByHco, type Measured } from './left-by-hco.ts';
import { isWrite, Mortal } from './mortal.ts';
import { available, createWorld, demand, kubernetesObject, type World } from './operator-world.ts';

const home = { namespace: 'kubevirt-hyperconverged' };
const name = { ...home, name: 'kubevirt-hyperconverged' };
const goOperator = { ...home, name: 'hyperconverged-cluster-operator' };
const { dataImportCrons } = bootSourceKinds;
const { namespaces } = supportKinds;
const patience = { withinMs: 60_000, pauseMs: 20 };
const request = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata: name, spec: {} };
/** What OLM installs an operator from. */
const serviceVersion: ResourceDefinition = {
  group: 'operators.coreos.com',
  version: 'v1alpha1',
  kind: 'ClusterServiceVersion',
  plural: 'clusterserviceversions',
  shortNames: ['csv'],
  inCategoryAll: false,
  namespaced: true,
  statusSubresource: true,
  columns: [],
  members: openMembers,
  required: [],
};
const webhookConfigurations: Resource = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  plural: 'mutatingwebhookconfigurations',
  kind: 'MutatingWebhookConfiguration',
  namespaced: false,
};
/** As the HyperConverged Cluster Operator leaves one. */
const orphanedWebhook = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: 'mutate-hco.kubevirt.io' },
  webhooks: [
    {
      name: 'mutate-hyperconverged-hco.kubevirt.io',
      admissionReviewVersions: ['v1'],
      sideEffects: 'NoneOnDryRun',
      failurePolicy: 'Fail',
      timeoutSeconds: 1,
      clientConfig: {
        service: { ...home, name: 'hyperconverged-cluster-webhook-service', path: '/mutate', port: 4343 },
      },
      rules: [
        {
          apiGroups: ['hco.kubevirt.io'],
          apiVersions: ['v1beta1'],
          operations: ['CREATE', 'UPDATE'],
          resources: ['hyperconvergeds'],
        },
      ],
    },
  ],
};
const vectors = new Map(vectorsOf('render'));

/** What is told apart from what the HyperConverged Cluster Operator has left, at the most: what it does not write itself. */
const told = /^PATCH .*\/hyperconvergeds\/kubevirt-hyperconverged\/status\?/;

/** A cluster that the HyperConverged Cluster Operator configured is taken over. */
export function testTakeover(servers: TestServers, choices: { readonly render: readonly string[] }): void {
  let world: World;
  let mortal: Mortal | undefined;
  afterEach(async () => {
    await mortal?.stop();
    mortal = undefined;
    await world.client.delete(deployments, goOperator);
    await world.stop();
  });
  afterAll(() => servers.stop());

  async function deploy(of: { name: string; namespace: string }, more: JsonObject = {}): Promise<void> {
    const labels = { name: of.name };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'hco', image: 'example/hco' }] } };
    const spec = { replicas: 1, selector: { matchLabels: labels }, template };
    const metadata = { ...of, labels, ...more };
    const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec };
    demand(await world.client.create(deployments, kubernetesObject(object)));
  }

  async function scale(replicas: number): Promise<void> {
    demand(
      await world.client.patch(deployments, goOperator, { type: 'merge', body: { spec: { replicas } } }),
    );
  }

  const writes = (from = 0) =>
    world.requests
      .slice(from)
      .filter(isWrite)
      .map(({ method, path }) => `${method} ${path}`);

  async function drift(): Promise<void> {
    const body = { spec: { configuration: { cpuModel: 'drifted' } } };
    demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), { type: 'merge', body }));
  }

  async function cpuModel(): Promise<unknown> {
    const live = (await world.get(kubevirt, world.nameOf(kubevirt))) ?? {};
    return valueAt(live, 'spec', 'configuration', 'cpuModel');
  }

  async function condition(type: string): Promise<JsonObject> {
    const list = listAt((await world.hyperConverged()) ?? {}, 'status', 'conditions');
    return list.filter(isJsonObject).find((each) => each.type === type) ?? {};
  }

  const crons = async () => demand(await world.client.list(dataImportCrons)).items;
  const isThere = async () => (await world.get(kubevirt, world.nameOf(kubevirt))) !== undefined;

  /** The gauge, as somebody who scrapes finds it. */
  function otherOperators(): readonly number[] {
    world.operator?.refreshMetrics();
    return world.operator?.metrics.samples('otherOperators').map(({ value }) => value) ?? [];
  }

  async function warnings(reason: string): Promise<readonly string[]> {
    return [...(await world.events()).keys()].filter((line) => line.startsWith(`Warning ${reason} `));
  }

  describe(`another operator, ${servers.name}`, () => {
    it('that runs holds back every write until it is scaled to nothing, and whenever it comes back', async () => {
      world = await createWorld({}, { servers });
      await deploy(goOperator);
      await world.write(request);
      world.startOperator();
      await world.quiet();
      expect(writes()).toEqual([]);
      expect(otherOperators()).toEqual([1]);
      expect(await warnings('AnotherOperator')).toEqual([
        "Warning AnotherOperator Deployment kubevirt-hyperconverged/hyperconverged-cluster-operator of the HyperConverged Cluster Operator runs, and two operators would undo each other's work: Archipelago writes nothing until it has stopped. Fix: kubectl scale deployment hyperconverged-cluster-operator -n kubevirt-hyperconverged --replicas=0",
      ]);
      const running = { type: 'merge', body: { status: { replicas: 1 } } } as const;
      demand(await world.client.patchStatus(deployments, goOperator, running));
      await scale(0);
      await world.quiet();
      expect(writes()).toEqual([]);
      const stopped = { type: 'merge', body: { status: { replicas: 0 } } } as const;
      demand(await world.client.patchStatus(deployments, goOperator, stopped));
      await until(isThere, patience);
      expect(otherOperators()).toEqual([0]);
      await world.settle();
      await scale(1);
      await world.quiet();
      const before = world.requests.length;
      await drift();
      await world.quiet();
      expect(await cpuModel()).toBe('drifted');
      expect(writes(before)).toEqual([]);
      demand(await world.client.delete(deployments, goOperator));
      await until(async () => (await cpuModel()) === undefined, patience);
    });

    it('that is only its webhook, or was made by OLM, is named with what stops it', async () => {
      world = await createWorld({}, { servers });
      const webhook = { ...home, name: 'hco-webhook' };
      await world.define([customResourceDefinition(serviceVersion)]);
      const of = { apiVersion: 'operators.coreos.com/v1alpha1', kind: serviceVersion.kind };
      const csv = { ...home, name: 'kubevirt-hyperconverged-operator.v1.16.0' };
      const made = demand(await world.client.create(serviceVersion, { ...of, metadata: csv, spec: {} }));
      const ownerReferences = [{ ...of, name: csv.name, uid: made.metadata.uid ?? '' }];
      await deploy(webhook, { ownerReferences });
      await world.write(request);
      world.startOperator();
      await world.quiet();
      expect(writes()).toEqual([]);
      const [line = ''] = await warnings('AnotherOperator');
      expect(line).toContain(
        'kubectl get csv kubevirt-hyperconverged-operator.v1.16.0 -n kubevirt-hyperconverged -o json | jq',
      );
      demand(await world.client.delete(deployments, webhook));
      demand(await world.client.delete(serviceVersion, csv));
      await until(isThere, patience);
    });

    it('is told of again while it runs, though nothing happens', async () => {
      world = await createWorld({}, { servers });
      await deploy(goOperator);
      await world.write(request);
      const heard: string[] = [];
      world.startOperator({
        hurry: 200,
        onEvent: (event) =>
          event.type === 'problem' &&
          / runs, and two operators /.test(event.message) &&
          heard.push(event.message),
      });
      await until(async () => heard.length >= 2, patience);
    });

    it('of an unrelated name, or in another namespace, holds nothing back', async () => {
      world = await createWorld({}, { servers });
      const others = [
        { namespace: 'default', name: goOperator.name },
        { ...home, name: 'virt-operator' },
      ];
      for (const of of others) await deploy(of);
      await world.write(request);
      world.startOperator();
      await until(isThere, patience);
      for (const of of others) await world.client.delete(deployments, of);
    });
  });

  describe(`an operator that may not write, ${servers.name}`, () => {
    const writeVersion = async (version: string) => {
      const body = { status: { versions: [{ name: 'operator', version }] } };
      demand(await world.client.patchStatus(hyperConvergeds, name, { type: 'merge', body }));
    };
    const ways: readonly (readonly [string, () => Promise<void>, () => Promise<unknown>])[] = [
      ['another one runs', () => deploy(goOperator), () => world.client.delete(deployments, goOperator)],
      ['a newer one was here', () => writeVersion('1.99.0'), () => writeVersion('1.0.0')],
    ];
    it.each(ways)('as %s leaves boot sources alone, and a deletion waits', async (_, hold, release) => {
      world = await createWorld({}, { servers });
      world.startOperator({ goldenImages: { importer: 'builtin' } });
      await world.write(request);
      await world.settle();
      const [cron] = await crons();
      expect(world.operator?.metrics.samples('hyperConvergedExists')).toMatchObject([{ value: 1 }]);
      await hold();
      await world.quiet();
      expect(world.operator?.metrics.samples('hyperConvergedExists')).toEqual([]);
      const before = world.requests.length;
      const { namespace: home, name: gone } = cron?.metadata ?? { name: 'none' };
      demand(await world.client.delete(dataImportCrons, { name: gone, ...(home && { namespace: home }) }));
      demand(await world.client.delete(hyperConvergeds, name));
      await world.quiet();
      expect(writes(before).filter((line) => !told.test(line))).toEqual([]);
      await release();
      await until(async () => (await world.hyperConverged()) === undefined, patience);
      expect(await isThere()).toBe(false);
      await until(async () => (await world.get(namespaces, { name: home ?? '' })) === undefined, patience);
    });
  });

  describe(`taking over, ${servers.name}`, () => {
    it.each(choices.render)('%s writes no operand where nothing differs', async (of) => {
      world = await left(of);
      world.startOperator();
      await world.quiet();
      expect(writes().filter((line) => !told.test(line))).toEqual([]);
      expect(writes().length).toBeLessThanOrEqual(1);
      expect(await condition('ReconcileComplete')).toMatchObject({ status: 'True' });
    });

    it('of an operand that differs writes that operand only', async () => {
      world = await left('base-k8s');
      await drift();
      world.startOperator();
      await world.quiet();
      const others = writes().filter((line) => !told.test(line));
      expect(others.map((line) => line.replace(/\?.*/, ''))).toEqual([
        'PATCH /apis/kubevirt.io/v1/namespaces/kubevirt-hyperconverged/kubevirts/kubevirt-kubevirt-hyperconverged',
      ]);
    });

    it('is held up by a webhook that was left without its server, names it, and goes on once it is gone', async () => {
      world = await createWorld({}, { servers });
      await world.write(request);
      demand(await world.client.create(webhookConfigurations, orphanedWebhook));
      world.startOperator();
      const isTold = async () => (await warnings('WebhookUnreachable')).length === 1;
      await until(isTold, patience);
      expect((await warnings('WebhookUnreachable'))[0]).toContain('mutate-hyperconverged-hco.kubevirt.io');
      demand(await world.client.delete(webhookConfigurations, { name: orphanedWebhook.metadata.name }));
      await until(isThere, patience);
    });
  });

  /** Once for each write that there is, until an operator lives to the end. */
  async function interrupted(begin: () => Promise<World>): Promise<number> {
    for (let last = 1; ; last += 1) {
      world = await begin();
      mortal = new Mortal(world, (write) => write === last);
      mortal.start();
      const isWell = async () => (await condition('ReconcileComplete')).status === 'True';
      await until(async () => (await isThere()) && (await isWell()), patience);
      await world.settle();
      await world.operator?.stop();
      const { deaths } = mortal;
      await mortal.stop();
      mortal = undefined;
      await endsRight();
      if (deaths === 0) return last - 1;
      await world.stop();
    }
  }

  /** All is ours, and one more operator finds nothing to do. */
  async function endsRight(): Promise<void> {
    const before = world.requests.length;
    world.startOperator();
    await world.quiet();
    expect(writes(before)).toEqual([]);
    expect(await cpuModel()).toBeUndefined();
    const stored = (await world.hyperConverged()) ?? {};
    expect(observed(stored).foreignWriters).not.toContain(admissionFieldManager);
    const { status, metadata } = stored;
    expect(objectAt(status, 'lastAccepted').spec).toBeDefined();
    expect(await versions()).toContainEqual({ name: 'operator', version: world.inputs.deployment.version });
    expect(listAt(metadata, 'finalizers')).toEqual(['kubevirt.io/hyperconverged']);
    for (const operand of (await world.operands()).values())
      expect(objectAt(operand, 'metadata', 'labels')['app.kubernetes.io/version']).toBe(
        world.inputs.deployment.version,
      );
    await world.operator?.stop();
  }

  describe(`an operator that ends after whichever write, once each, ${servers.name}`, () => {
    const begins: readonly (readonly [string, number, () => Promise<World>])[] = [
      ['an installation', 7, installed],
      ['a takeover of what has drifted', 2, drifted],
      ['an upgrade', 5, () => left('base-k8s', '1.15.0')],
    ];
    it.each(begins)(
      '%s ends right',
      async (_, atLeast, begin) => expect(await interrupted(begin)).toBeGreaterThanOrEqual(atLeast),
      240_000,
    );
  });

  async function installed(): Promise<World> {
    world = await createWorld({}, { servers });
    await world.write(request);
    return world;
  }

  async function drifted(): Promise<World> {
    world = await left('base-k8s');
    await drift();
    return world;
  }

  describe(`taking over from a release before 1.3, ${servers.name}`, () => {
    it('keeps Open vSwitch, which it deployed without being asked, and writes down that it does', async () => {
      world = await left('base-k8s', '1.2.0');
      const ovs = { type: 'merge', body: { spec: { ovs: {} } } } as const;
      const of = world.nameOf(networkAddonsConfig);
      demand(await world.client.patch(networkAddonsConfig, of, ovs));
      world.startOperator();
      await world.settle();
      expect(valueAt((await world.get(networkAddonsConfig, of)) ?? {}, 'spec', 'ovs')).toEqual({});
      expect(objectAt(await world.hyperConverged(), 'metadata', 'annotations').deployOVS).toBe('true');
      const annotations = { deployOVS: null };
      const body = { metadata: { annotations } };
      demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
      await world.quiet();
      expect(valueAt((await world.get(networkAddonsConfig, of)) ?? {}, 'spec', 'ovs')).toBeUndefined();
    });
  });

  describe(`a downgrade, ${servers.name}`, () => {
    it('leaves everything as it is and says why, until it is overridden', async () => {
      world = await left('base-k8s', '1.18.0');
      await drift();
      world.startOperator();
      await world.quiet();
      expect(writes().filter((line) => !told.test(line))).toEqual([]);
      expect(await cpuModel()).toBe('drifted');
      expect(await condition('ReconcileComplete')).toMatchObject({
        status: 'False',
        reason: 'DowngradeRefused',
        message: expect.stringContaining('Install version 1.18 or later'),
      });
      for (const [type, status] of Object.entries({ Available: 'True', Degraded: 'False' }))
        expect(await condition(type)).toMatchObject({ status });
      expect(await warnings('DowngradeRefused')).toHaveLength(1);
      expect(await versions()).toEqual([{ name: 'operator', version: '1.18.0' }]);
      const before = world.requests.length;
      await world.operator?.stop();
      world.startOperator();
      await world.quiet();
      expect(writes(before)).toEqual([]);
      const ours = [{ name: 'operator', version: world.inputs.deployment.version }];
      const body = { status: { versions: ours } };
      demand(await world.client.patchStatus(hyperConvergeds, name, { type: 'merge', body }));
      await until(async () => (await cpuModel()) === undefined, patience);
      await until(async () => (await condition('ReconcileComplete')).status === 'True', patience);
    });

    it('to a release of the same series, and an upgrade, go on', async () => {
      for (const version of ['1.16.3', '1.15.2', 'latest']) {
        world = await left('base-k8s', version);
        world.startOperator();
        await world.settle();
        expect(await versions()).toContainEqual({
          name: 'operator',
          version: world.inputs.deployment.version,
        });
        await world.stop();
      }
    });
  });

  const versions = async () => listAt((await world.hyperConverged()) ?? {}, 'status', 'versions');

  async function left(of: string, version?: string): Promise<World> {
    const vector: Measured = vectors.get(of) ?? {};
    world = await createWorld(objectAt(vector.cluster), { servers });
    await leaveByHco(world, vector, version);
    await world.reportOperands(() => available);
    return world;
  }
}
