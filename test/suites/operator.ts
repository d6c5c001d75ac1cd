import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { events } from '@archipelago/kube-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../packages/archipelago/src/config/operands/network-addons-config/network-addons-config.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { upstreamDefinitions } from '../support/upstream-definitions.ts';
import { createWorld, demand, meta, type World } from './operator-world.ts';

const request: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
  spec: {},
};
const openshift = {
  openshift: true,
  baseDomain: 'apps.example.com',
  env: { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' },
};
const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
const clusters: readonly (readonly [string, JsonObject])[] = [
  ['kubernetes', {}],
  ['openshift', openshift],
];

/** What the operator does on a cluster: convergence, requests, drift, missing kinds, refusals, uninstallation. */
export function testOperator(servers: TestServers): void {
  let world: World;
  afterEach(() => world.stop());
  afterAll(() => servers.stop());

  /** Requests sent since, as lines. */
  function since(start: number): readonly string[] {
    return world.requests
      .slice(start)
      .map(({ method, path, status }) => `${method} ${path.split('?')[0]} ${status}`);
  }

  async function converged(cluster: JsonObject, without: readonly string[] = []): Promise<void> {
    world = await createWorld(cluster, { without, servers });
    world.startOperator({ random: seededRandom(7) });
    await world.quiet();
    await world.write(request);
    await world.settle();
  }

  async function condition(type: string): Promise<JsonObject> {
    const conditions: JsonValue | undefined = valueAt(
      (await world.hyperConverged()) ?? {},
      'status',
      'conditions',
    );
    const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
    return list.filter(isJsonObject).find((entry) => entry.type === type) ?? {};
  }

  async function patchKubeVirt(body: JsonObject): Promise<void> {
    demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), { type: 'merge', body }));
  }

  describe.each(clusters)(`operator on %s, ${servers.name}`, (_platform, cluster) => {
    it('converges in few requests, then sends nothing, also as a fresh process', async () => {
      world = await createWorld(cluster, { servers });
      world.startOperator({ random: seededRandom(7) });
      await world.quiet();
      const start = world.requests.length;
      await world.write(request);
      await world.settle();
      const sent = since(start);
      console.log(`${_platform}: ${start} requests to start, ${sent.length} to converge`);
      expect(sent.length).toBeLessThanOrEqual(20);
      expect(await condition('Available')).toMatchObject({ status: 'True' });
      await world.operator?.stop();
      const restart = world.requests.length;
      world.startOperator({ random: seededRandom(8) });
      await world.quiet();
      expect(since(restart).filter((line) => !line.startsWith('GET '))).toEqual([]);
      await world.setNodes([...world.inputs.facts.nodes]);
      await world.quiet();
      expect(since(restart).filter((line) => !line.startsWith('GET '))).toEqual([]);
    });

    it('looks once at an edit: what it writes itself is no news', async () => {
      world = await createWorld(cluster, { servers });
      let reconciled = 0;
      world.startOperator({
        random: seededRandom(7),
        onEvent: ({ type }) => {
          if (type === 'reconciled') reconciled += 1;
        },
      });
      await world.quiet();
      await world.write(request);
      await world.settle();
      // nor does it look again when a while has passed
      await world.quiet(5, 20_000);
      const before = reconciled;
      for (const parallelMigrationsPerCluster of [21, 22, 23]) {
        const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster } } };
        demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
        await world.quiet(5, 20_000);
      }
      console.log(`${_platform}: ${(reconciled - before) / 3} reconciles per edit`);
      expect(reconciled - before).toBe(3);
    });

    it('needs at most three requests per edit and per revert', async () => {
      await converged(cluster);
      const edit = world.requests.length;
      const body = { spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 17 } } };
      demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
      await world.quiet();
      const edited = since(edit);
      const revert = world.requests.length;
      const path = ['spec', 'configuration', 'migrations', 'parallelMigrationsPerCluster'];
      await patchKubeVirt({ spec: { configuration: { migrations: { parallelMigrationsPerCluster: 99 } } } });
      await world.quiet();
      const reverted = since(revert);
      console.log(`${_platform}: ${edited.length} requests per edit, ${reverted.length} per revert`);
      expect(edited.length).toBeLessThanOrEqual(3);
      expect(reverted.length).toBeLessThanOrEqual(3);
      expect(valueAt((await world.get(kubevirt, world.nameOf(kubevirt))) ?? {}, ...path)).toBe(17);
      expect(world.operator?.metrics.samples('outOfBandModifications')).toEqual([
        { labels: { component_name: 'kubevirt-kubevirt-hyperconverged' }, value: 1 },
      ]);
    });
  });

  describe(`operator, ${servers.name}`, () => {
    it('writes nothing again where everything it has is switched on', async () => {
      world = await createWorld(openshift, { servers });
      world.startOperator({ random: seededRandom(11) });
      await world.write({
        ...request,
        metadata: { ...meta(request), annotations: { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' } },
        spec: {
          enableApplicationAwareQuota: true,
          higherWorkloadDensity: { memoryOvercommitPercentage: 150 },
        },
      });
      await world.settle();
      expect((await world.operands()).size).toBe(15);
      await world.operator?.stop();
      const restart = world.requests.length;
      world.startOperator({ random: seededRandom(12) });
      await world.quiet();
      expect(since(restart).filter((line) => !line.startsWith('GET '))).toEqual([]);
      await world.write(request);
      await world.quiet();
      // the role is the installation's, also where it was missing
      expect((await world.operands()).size).toBe(6);
      expect((await world.operands()).has('ClusterRole/wasp-cluster')).toBe(true);
    });

    it('keeps what is others’, restores label, annotation and owner', async () => {
      await converged({});
      await patchKubeVirt({
        metadata: {
          labels: { mine: 'yes', 'app.kubernetes.io/component': 'wrong' },
          annotations: { mine: 'yes', 'alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity': '' },
          ownerReferences: null,
        },
      });
      await world.quiet();
      const metadata = meta((await world.get(kubevirt, world.nameOf(kubevirt))) ?? {});
      expect(metadata.labels).toMatchObject({ mine: 'yes', 'app.kubernetes.io/component': 'compute' });
      expect(metadata.annotations).toEqual({ mine: 'yes' });
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'HyperConverged', controller: true }]);
      expect([...(await world.events()).keys()]).toContain(
        'Warning Overwritten Overwritten KubeVirt kubevirt-kubevirt-hyperconverged',
      );
    });

    it('says which field it has put back, and who had changed it', async () => {
      await converged({});
      const name = world.nameOf(kubevirt);
      const spec = { configuration: { migrations: { parallelMigrationsPerCluster: 1 } } };
      const patch = { type: 'merge', body: { spec } } as const;
      demand(await world.client.patch(kubevirt, name, patch, { fieldManager: 'kubectl-edit' }));
      await world.quiet();
      const told = demand(await world.client.list(events)).items.map(({ message }) => message);
      expect(told).toContain(
        `Overwritten KubeVirt ${name.name}: spec.configuration.migrations.parallelMigrationsPerCluster 1 → 5, kubectl-edit changed it`,
      );
    });

    it('goes by a gate that has become a field, tells where it belongs, and leaves it where it is written', async () => {
      const spec = { featureGates: { enableApplicationAwareQuota: true } };
      world = await createWorld({}, { servers });
      world.startOperator({ random: seededRandom(8) });
      await world.write({ ...request, spec });
      await world.settle();
      expect((await world.operands()).has('AAQ/aaq-kubevirt-hyperconverged')).toBe(true);
      expect(valueAt((await world.hyperConverged()) ?? {}, 'spec')).toMatchObject({
        ...spec,
        enableApplicationAwareQuota: false,
      });
      const told = demand(await world.client.list(events)).items.filter(
        ({ reason }) => reason === 'Deprecated',
      );
      expect(told.map(({ message }) => message)).toEqual([
        expect.stringMatching(
          /^spec\.featureGates\.enableApplicationAwareQuota is the former spelling .*Fix: write spec\.enableApplicationAwareQuota: true and remove/,
        ),
      ]);
    });

    it('counts a foreign change made while it was down', async () => {
      await converged({});
      await world.operator?.stop();
      await patchKubeVirt({ spec: { imagePullPolicy: 'Never' } });
      world.startOperator({ random: seededRandom(9) });
      await world.quiet();
      expect(
        valueAt((await world.get(kubevirt, world.nameOf(kubevirt))) ?? {}, 'spec', 'imagePullPolicy'),
      ).toBe(undefined);
      expect(world.operator?.metrics.samples('outOfBandModifications')).toMatchObject([{ value: 1 }]);
      const component_name = 'kubevirt-kubevirt-hyperconverged';
      expect(world.operator?.metrics.samples('drift')).toEqual([
        { labels: { component_name, field: 'spec.imagePullPolicy' }, value: 1 },
      ]);
    });

    it('names a definition that is missing, goes on without, and picks it up', async () => {
      const missing = 'networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io';
      await converged({}, [missing]);
      expect(await condition('Available')).toMatchObject({
        status: 'False',
        reason: 'NetworkAddonsConfigNotInstalled',
      });
      expect((await condition('ReconcileComplete')).message).toContain(missing);
      expect((await world.operands()).has('CDI/cdi-kubevirt-hyperconverged')).toBe(true);
      const rest = world.requests.length;
      await world.quiet(25);
      expect(since(rest)).toEqual([]);
      const definition = upstreamDefinitions.get(missing);
      if (definition === undefined) return;
      const { createDefinitions } = await import(
        '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts'
      );
      await createDefinitions(world.client, [definition]);
      await world.quiet(75);
      await world.settle();
      expect(await condition('Available')).toMatchObject({ status: 'True' });
    });

    it('holds nothing up when one operand is refused', async () => {
      await converged({});
      const annotation = {
        'kubevirt.kubevirt.io/jsonpatch': '[{"op":"add","path":"/spec/imagePullPolicy","value":7}]',
      };
      await world.write({
        ...request,
        metadata: { ...meta(request), annotations: annotation },
        spec: { certConfig: { ca: { duration: '96h' } } },
      });
      await world.quiet();
      expect(await condition('ReconcileComplete')).toMatchObject({
        status: 'False',
        reason: 'ReconcileFailed',
      });
      expect(String((await condition('ReconcileComplete')).message)).toContain('spec.imagePullPolicy');
      const cdi = (await world.operands()).get('CDI/cdi-kubevirt-hyperconverged');
      expect(valueAt(cdi, 'spec', 'certConfig', 'ca', 'duration')).toBe('96h0m0s');
      await world.write(request);
      await world.quiet();
      expect(await condition('Available')).toMatchObject({ status: 'True' });
      expect([...(await world.events()).keys()]).toContain(
        'Normal ReconcileHCO HCO Reconcile completed successfully',
      );
    });

    it('concludes nothing about a cluster whose nodes it could not read', async () => {
      world = await createWorld(openshift, { servers });
      await world.write(request);
      let isBroken = true;
      let refused = 0;
      const fault = ({ path }: { readonly path: string }) => {
        if (!isBroken || !path.startsWith('/api/v1/nodes')) return undefined;
        refused += 1;
        return 'before' as const;
      };
      const operator = world.startOperator({ random: seededRandom(13), fault });
      // it knows all the rest by then
      await until(() => refused >= 6);
      expect(operator.isReady()).toBe(false);
      expect(meta((await world.hyperConverged()) ?? {}).finalizers).toBeUndefined();
      isBroken = false;
      await world.settle();
      expect(valueAt((await world.hyperConverged()) ?? {}, 'spec', 'evictionStrategy')).toBe('LiveMigrate');
      expect(valueAt((await world.hyperConverged()) ?? {}, 'status', 'nodeInfo')).toEqual({
        controlPlaneArchitectures: ['amd64'],
        workloadsArchitectures: ['amd64'],
      });
    });

    it('tells what it did although another operand’s answer was lost, and takes that for its own', async () => {
      await converged({});
      await world.operator?.stop();
      let writes = 0;
      const fault = ({ method, path }: { readonly method: string; readonly path: string }) => {
        if (method !== 'PATCH' || !path.includes('/cdis/')) return undefined;
        writes += 1;
        return writes === 2 ? ('after' as const) : undefined;
      };
      world.startOperator({ random: seededRandom(14), fault });
      await world.quiet();
      const told = await world.events();
      const line = 'Normal Updated Updated KubeVirt kubevirt-kubevirt-hyperconverged';
      for (const duration of ['96h', '97h', '98h']) {
        await world.write({ ...request, spec: { certConfig: { ca: { duration } } } });
        await world.quiet();
      }
      expect(writes).toBeGreaterThan(2);
      expect((await world.events()).get(line)).toBe((told.get(line) ?? 0) + 3);
      expect(world.operator?.metrics.samples('outOfBandModifications')).toEqual([]);
      expect(world.operator?.metrics.samples('drift')).toEqual([]);
      const cdi = (await world.operands()).get('CDI/cdi-kubevirt-hyperconverged');
      expect(valueAt(cdi, 'spec', 'certConfig', 'ca', 'duration')).toBe('98h0m0s');
    });

    it('deletes in waves, waiting for finalizers, and leaves namesakes alone', async () => {
      await converged({});
      await patchKubeVirt({ metadata: { finalizers: ['test/holds'] } });
      const nac = { type: 'merge', body: { metadata: { labels: { app: 'somebody-elses' } } } } as const;
      await world.operator?.stop();
      demand(await world.client.patch(networkAddonsConfig, { name: 'cluster' }, nac));
      demand(await world.client.delete(hyperConvergeds, name));
      world.startOperator({ random: seededRandom(10) });
      await world.quiet();
      expect([...(await world.operands()).keys()].sort()).toEqual([
        'CDI/cdi-kubevirt-hyperconverged',
        'KubeVirt/kubevirt-hyperconverged/kubevirt-kubevirt-hyperconverged',
        'NetworkAddonsConfig/cluster',
        'PriorityClass/kubevirt-cluster-critical',
      ]);
      await patchKubeVirt({ metadata: { finalizers: null } });
      await world.quiet();
      expect([...(await world.operands()).keys()].sort()).toEqual([
        'NetworkAddonsConfig/cluster',
        'PriorityClass/kubevirt-cluster-critical',
      ]);
      expect(await world.hyperConverged()).toBeUndefined();
    });

    it('shows that nothing is configured once the HyperConverged is gone', async () => {
      await converged({});
      const exists = () => world.operator?.metrics.samples('hyperConvergedExists');
      expect(exists()).toEqual([{ labels: {}, value: 1 }]);
      demand(await world.client.delete(hyperConvergeds, name));
      await world.quiet();
      expect(await world.hyperConverged()).toBeUndefined();
      expect(exists()).toEqual([{ labels: {}, value: 0 }]);
    });
  });
}
