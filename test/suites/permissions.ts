import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type Resource } from '@archipelago/kube-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { cdi } from '../../packages/archipelago/src/config/operands/cdi/cdi.ts';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../packages/archipelago/src/config/operands/network-addons-config/network-addons-config.ts';
import {
  definitions,
  hyperConvergeds,
  operatorName,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import type { OperatorEvent } from '../../packages/archipelago/src/operator/options/operator-event.ts';
import { byOperator } from '../support/by-operator.ts';
import { eventually as eventuallyHolds } from '../support/eventually.ts';
import { worldNamespace } from '../support/installed-servers.ts';
import type { TestServers } from '../support/test-servers.ts';
import { upstreamDefinitions } from '../support/upstream-definitions.ts';
import { available, createWorld, demand, kubernetesObject, meta, type World } from './operator-world.ts';

const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };
const clusterRoles: Resource = { ...rbac, plural: 'clusterroles', kind: 'ClusterRole', namespaced: false };
const roles: Resource = { ...rbac, plural: 'roles', kind: 'Role', namespaced: true };
const operatorAccount = `system:serviceaccount:${worldNamespace}:${operatorName}`;
const request: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: worldNamespace },
  spec: {},
};

/** What the operator does where it lacks permissions, and where definitions come, change and go. */
export function testPermissions(servers: TestServers): void {
  describe(`permissions and definitions, ${servers.name}`, () => suite(servers));
}

function suite(servers: TestServers): void {
  let world: World;
  const told: OperatorEvent[] = [];
  afterEach(() => world.stop());
  afterAll(() => servers.stop());

  function start(): void {
    told.length = 0;
    world.startOperator({ onEvent: (event) => told.push(event) });
  }

  async function begin(): Promise<void> {
    world = await createWorld({}, { servers });
    await world.write(request);
  }

  async function converge(): Promise<void> {
    await eventually(async () => {
      await world.reportOperands(() => available);
      expect((await condition('Available')).status).toBe('True');
    });
  }

  /** How long it took, milliseconds. */
  async function eventually(holds: () => Promise<void>): Promise<number> {
    const began = performance.now();
    await eventuallyHolds(holds, { pauseMs: 20 });
    return performance.now() - began;
  }

  async function condition(type: string): Promise<JsonObject> {
    const found: JsonValue | undefined = valueAt(
      (await world.hyperConverged()) ?? {},
      'status',
      'conditions',
    );
    const list: readonly JsonValue[] = Array.isArray(found) ? found : [];
    return list.filter(isJsonObject).find((entry) => entry.type === type) ?? {};
  }

  /** Takes verbs on a resource from the operator's role; gives back what gives them back. */
  async function revoke(
    resource: Resource,
    plural: string,
    verbs: readonly string[],
  ): Promise<() => Promise<void>> {
    const name = { name: operatorName, ...(resource.namespaced ? { namespace: worldNamespace } : {}) };
    const { rules } = demand(await world.client.get(resource, name));
    const all: readonly JsonValue[] = Array.isArray(rules) ? rules : [];
    const fewer = all.filter(isJsonObject).flatMap((rule) => {
      if (!listOf(rule.resources).includes(plural)) return [rule];
      const kept = listOf(rule.verbs).filter((verb) => !verbs.includes(String(verb)));
      return kept.length === 0 ? [] : [{ ...rule, verbs: kept }];
    });
    const write = async (list: readonly JsonValue[]) => {
      demand(await world.client.patch(resource, name, { type: 'merge', body: { rules: list } }));
    };
    await write(fewer);
    return () => write(all);
  }

  async function edit(spec: JsonObject): Promise<void> {
    const name = { namespace: worldNamespace, name: 'kubevirt-hyperconverged' };
    demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body: { spec } }));
  }

  async function cdiDuration(): Promise<JsonValue | undefined> {
    return valueAt((await world.get(cdi, world.nameOf(cdi))) ?? {}, 'spec', 'certConfig', 'ca', 'duration');
  }

  describe(`permissions, ${servers.name}`, () => {
    it('names a kind it may not read, brings about the others, and heals when it may', async () => {
      await begin();
      const grant = await revoke(roles, 'kubevirts', ['list', 'watch']);
      start();
      await eventually(async () => {
        await world.reportOperands(() => available);
        const { reason, status, message } = await condition('ReconcileComplete');
        expect({ reason, status }).toEqual({ reason: 'PermissionsMissing', status: 'False' });
        expect(message).toContain(
          `User "${operatorAccount}" cannot list resource "kubevirts" in API group "kubevirt.io" in the namespace "${worldNamespace}"`,
        );
        expect(message).toContain(
          `archipelago manifests --namespace ${worldNamespace} --platform kubernetes`,
        );
        expect(await condition('Available')).toMatchObject({
          status: 'Unknown',
          message: 'not permitted to look at: KubeVirt',
        });
        expect(await cdiDuration()).toBeDefined();
      });
      expect(await world.get(kubevirt, world.nameOf(kubevirt))).toBeUndefined();
      await edit({ certConfig: { ca: { duration: '96h' } } });
      await eventually(async () => expect(await cdiDuration()).toBe('96h0m0s'));
      await grant();
      const ms = await eventually(async () =>
        expect(await world.get(kubevirt, world.nameOf(kubevirt))).toBeDefined(),
      );
      await converge();
      expect((await condition('ReconcileComplete')).status).toBe('True');
      console.log(`permissions, ${servers.name}: a grant to read was noticed after ${Math.round(ms)} ms`);
    });

    it.each(['create', 'patch'])('names a kind it may not %s, and heals when it may', async (verb) => {
      await begin();
      if (verb === 'patch') {
        start();
        await converge();
      }
      const grant = await revoke(clusterRoles, 'cdis', [verb]);
      if (verb === 'create') start();
      else await edit({ certConfig: { ca: { duration: '96h' } } });
      await eventually(async () => {
        const { reason, message } = await condition('ReconcileComplete');
        expect(reason).toBe('PermissionsMissing');
        expect(message).toContain(
          `User "${operatorAccount}" cannot ${verb} resource "cdis" in API group "cdi.kubevirt.io" at the cluster scope`,
        );
        expect(await world.get(kubevirt, world.nameOf(kubevirt))).toBeDefined();
      });
      await grant();
      const ms = await eventually(async () =>
        expect(await cdiDuration()).toBe(verb === 'patch' ? '96h0m0s' : '48h0m0s'),
      );
      await converge();
      console.log(`permissions, ${servers.name}: a grant to ${verb} was noticed after ${Math.round(ms)} ms`);
    });

    it('says in the conditions that it may not read nodes or definitions, and begins when it may', async () => {
      await begin();
      const grants = [
        await revoke(clusterRoles, 'nodes', ['list', 'watch']),
        await revoke(clusterRoles, 'customresourcedefinitions', ['list']),
      ];
      start();
      await eventually(async () => {
        const { reason, message } = await condition('ReconcileComplete');
        expect(reason).toBe('PermissionsMissing');
        expect(message).toContain('cannot list resource "nodes" in API group ""');
        expect(message).toContain('cannot list resource "customresourcedefinitions"');
      });
      expect(world.operator?.unreadyBecause()).toContain('is forbidden: User');
      expect(await world.get(kubevirt, world.nameOf(kubevirt))).toBeUndefined();
      for (const grant of grants.reverse()) await grant();
      await converge();
      expect(world.operator?.unreadyBecause()).toBeUndefined();
      expect(await world.operator?.stuckBecause()).toBeUndefined();
    });

    it('tells by an event and goes on where it may not write to the HyperConverged', async () => {
      await begin();
      const grants = [
        await revoke(roles, 'hyperconvergeds', ['patch']),
        await revoke(roles, 'hyperconvergeds/status', ['patch']),
      ];
      start();
      await eventually(async () => {
        const events = [...(await world.events()).keys()];
        expect(
          events.some((line) => /^Warning PermissionsMissing .*hyperconvergeds.*cannot patch/.test(line)),
        ).toBe(true);
      });
      await grants[1]?.();
      await eventually(async () => {
        expect((await condition('ReconcileComplete')).message).toContain(
          'cannot complete the HyperConverged',
        );
        expect(await cdiDuration()).toBe('48h0m0s');
      });
      await grants[0]?.();
      await converge();
      await eventually(async () =>
        expect(meta((await world.hyperConverged()) ?? {}).finalizers).toEqual(['kubevirt.io/hyperconverged']),
      );
    });

    it('writes nothing while it may not see whether another operator runs, says so by an event, and begins when it may', async () => {
      await begin();
      const grant = await revoke(roles, 'deployments', ['list', 'watch']);
      start();
      await eventually(async () => {
        const events = [...(await world.events()).keys()];
        expect(
          events.some((line) =>
            /^Warning PermissionsMissing .*cannot list resource "deployments".*archipelago manifests/.test(
              line,
            ),
          ),
        ).toBe(true);
      });
      expect(await world.get(kubevirt, world.nameOf(kubevirt))).toBeUndefined();
      expect((await world.hyperConverged())?.status).toBeUndefined();
      await grant();
      await converge();
    });

    it('tells the writer of a HyperConverged in another namespace that it has no effect', async () => {
      await begin();
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'elsewhere' } };
      const namespaces = {
        group: '',
        version: 'v1',
        plural: 'namespaces',
        kind: 'Namespace',
        namespaced: false,
      };
      await world.client.create(namespaces, namespace);
      const stranger = { ...request, metadata: { ...meta(request), namespace: 'elsewhere' } };
      // from before there was a policy
      const unasked = createKubernetesClient({
        transport: byOperator(world.server.admin(), worldNamespace),
        userAgent: 'test',
      });
      demand(await unasked.create(hyperConvergeds, kubernetesObject(stranger)));
      unasked.close();
      start();
      await converge();
      await eventually(async () =>
        expect(
          [...(await world.events()).keys()].filter((line) => line.startsWith('Warning Ignored')),
        ).toEqual([
          expect.stringContaining(
            `Warning Ignored This HyperConverged has no effect: the operator looks after ${worldNamespace}/kubevirt-hyperconverged only. Fix: write what it says into`,
          ),
        ]),
      );
      const name = { namespace: 'elsewhere', name: 'kubevirt-hyperconverged' };
      expect(meta((await world.get(hyperConvergeds, name)) ?? {}).finalizers).toBeUndefined();
      demand(await world.client.delete(hyperConvergeds, name));
    });
  });

  describe(`definitions that come and go, ${servers.name}`, () => {
    const missing = 'networkaddonsconfigs.networkaddonsoperator.network.kubevirt.io';
    const definition = kubernetesObject(upstreamDefinitions.get(missing) ?? request);
    const name = { name: missing };

    it('names one that is removed, goes on, and makes its operand again with it', async () => {
      await begin();
      start();
      await converge();
      demand(await world.client.delete(definitions, name));
      await eventually(async () => {
        expect((await condition('ReconcileComplete')).message).toContain(missing);
        expect((await condition('Available')).reason).toBe('NetworkAddonsConfigNotInstalled');
        expect((await world.client.get(definitions, name)).ok).toBe(false);
      });
      await edit({ certConfig: { ca: { duration: '96h' } } });
      await eventually(async () => expect(await cdiDuration()).toBe('96h0m0s'));
      // it does not ask again and again for what is not there
      await world.quiet(5, 40_000);
      demand(await world.client.create(definitions, definition));
      const ms = await eventually(async () =>
        expect(await world.get(networkAddonsConfig, world.nameOf(networkAddonsConfig))).toBeDefined(),
      );
      await converge();
      console.log(
        `definitions, ${servers.name}: an operand was there ${Math.round(ms)} ms after its definition`,
      );
    });

    it('writes again what an older definition pruned, and names a version that is gone', async () => {
      await begin();
      const old = structuredClone(upstreamDefinitions.get('cdis.cdi.kubevirt.io') ?? {});
      const cdiName = { name: 'cdis.cdi.kubevirt.io' };
      const versions: readonly JsonValue[] = listOf(valueAt(old, 'spec', 'versions'));
      const pruned = versions.map((version) => withoutField(version, 'certConfig'));
      const put = async (list: readonly JsonValue[]) => {
        demand(
          await world.client.patch(definitions, cdiName, {
            type: 'merge',
            body: { spec: { versions: list } },
          }),
        );
      };
      await put(pruned);
      await new Promise((resolve) => setTimeout(resolve, 500));
      start();
      await converge();
      expect(await cdiDuration()).toBeUndefined();
      await put(versions);
      const ms = await eventually(async () => expect(await cdiDuration()).toBe('48h0m0s'));
      console.log(
        `definitions, ${servers.name}: a pruned field was there ${Math.round(ms)} ms after its definition`,
      );
      expect(world.operator?.metrics.samples('outOfBandModifications')).toEqual([]);
      await put(
        versions.map((version) =>
          isJsonObject(version) && version.name === 'v1beta1' ? { ...version, served: false } : version,
        ),
      );
      await eventually(async () =>
        expect((await condition('Available')).message).toContain('does not serve the version v1beta1'),
      );
      await put(versions);
      await eventually(async () => expect((await condition('ReconcileComplete')).status).toBe('True'));
    });
  });
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A version whose schema does not know a field of `spec`. */
function withoutField(version: JsonValue, field: string): JsonValue {
  if (!isJsonObject(version)) return version;
  const copy = structuredClone(version);
  const properties = valueAt(copy, 'schema', 'openAPIV3Schema', 'properties', 'spec', 'properties');
  if (!isJsonObject(properties)) return copy;
  const { [field]: _, ...rest } = properties;
  const spec = valueAt(copy, 'schema', 'openAPIV3Schema', 'properties', 'spec');
  return JSON.parse(JSON.stringify(copy), (_key, value: unknown) =>
    isJsonObject(value) && JSON.stringify(value) === JSON.stringify(spec)
      ? { ...value, properties: rest }
      : value,
  );
}
