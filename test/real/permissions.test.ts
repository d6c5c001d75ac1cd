import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import {
  createKubernetesClient,
  loadConnection,
  nodeTransport,
  type Transport,
} from '@archipelago/kube-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { priorityClass } from '../../packages/archipelago/src/config/operands/priority-class/priority-class.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import {
  hyperConvergeds,
  operatorName,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { permissions } from '../../packages/archipelago/src/operator/permissions.ts';
import type { Permission } from '../../packages/archipelago/src/operator/rights/permission.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import { testEveryPermission } from '../suites/every-permission.ts';
import { available, createWorld, demand, type World } from '../suites/operator-world.ts';
import { testPermissions } from '../suites/permissions.ts';
import { eventually } from '../support/eventually.ts';
import { installedKubernetes, kubectl, worldNamespace } from '../support/installed-servers.ts';

const servers = installedKubernetes();
afterAll(() => servers.stop());

const account = `system:serviceaccount:${worldNamespace}:${operatorName}`;
const name = { namespace: worldNamespace, name: 'kubevirt-hyperconverged' };
const request: JsonObject = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { ...name, annotations: { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' } },
  spec: { enableApplicationAwareQuota: true, higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
};
const images = { PASST_CNI_IMAGE: 'registry.example/passt:1', WASP_AGENT_IMAGE: 'registry.example/wasp:1' };

/** Permissions that no request of the operator's own shows, and who asks for them. */
const usedByOthers = new Set([
  'hyperconvergeds/finalizers',
  // by who serves metrics: test/suites/every-permission.ts
  'tokenreviews',
  'subjectaccessreviews',
]);

interface Audited {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
  readonly code: number;
  readonly uri: string;
}

function audited(file: string): readonly Audited[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .flatMap((line): readonly Audited[] => {
      const event: unknown = JSON.parse(line);
      if (!isJsonObject(event) || valueAt(event, 'user', 'username') !== account) return [];
      const text = (...path: readonly string[]) => String(valueAt(event, ...path) ?? '');
      const subresource = text('objectRef', 'subresource');
      return [
        {
          verb: text('verb'),
          group: text('objectRef', 'apiGroup'),
          resource: `${text('objectRef', 'resource')}${subresource === '' ? '' : `/${subresource}`}`,
          namespace: text('objectRef', 'namespace'),
          name: text('objectRef', 'name') || (/metadata\.name%3D([^&]+)/.exec(text('requestURI'))?.[1] ?? ''),
          code: Number(valueAt(event, 'responseStatus', 'code') ?? 0),
          uri: text('requestURI'),
        },
      ];
    });
}

function isUse({ group, resource, namespace, names }: Permission, verb: string, request: Audited): boolean {
  return (
    request.verb === verb &&
    request.group === group &&
    request.resource === resource &&
    (namespace === undefined || request.namespace === namespace) &&
    (names.length === 0 || names.includes(request.name))
  );
}

describe('permissions, kubernetes', () => {
  let world: World | undefined;
  let operator: RunningOperator | undefined;
  afterEach(async () => {
    await operator?.stop();
    operator = undefined;
    await world?.stop();
  });

  async function begin(cluster: JsonObject, transport?: Transport): Promise<World> {
    const made = await createWorld({ ...cluster, env: images }, { servers });
    world = made;
    operator = startOperator({
      client: createKubernetesClient({
        transport: transport ?? made.server.operator(),
        userAgent: 'operator',
      }),
      namespace: worldNamespace,
      deployment: made.inputs.deployment,
      election: { identity: 'test' },
    });
    return made;
  }

  /** With a value that cannot be changed back. The operator makes its own again as soon as it is gone, and may be the first. */
  async function replacePriorityClass(of: World, live: KubernetesObject): Promise<void> {
    const { resourceVersion: _, uid: __, ...metadata } = live.metadata;
    await eventually(async () => {
      demand(await of.client.delete(priorityClass, of.nameOf(priorityClass)));
      demand(await of.client.create(priorityClass, { ...live, metadata, value: 7 }));
    });
  }

  async function converge(of: World, count: number): Promise<void> {
    await eventually(async () => {
      await of.reportOperands(() => available);
      expect((await of.operands()).size).toBe(count);
    });
  }

  it.each([
    ['kubernetes', {}, 7],
    ['openshift', { openshift: true, baseDomain: 'apps.example.com' }, 15],
  ] as const)('are complete and minimal on %s', async (platform, cluster, count) => {
    const kubernetes = await servers.kubernetes(platform);
    const of = await begin(cluster);
    await of.write(request);
    await converge(of, count);
    // every kind is changed by somebody, and one has to be made anew
    const fitting = operands.filter(({ fits, isInstalled }) => fits(of.derived()) && !isInstalled);
    const foreign = { metadata: { labels: { 'app.kubernetes.io/part-of': 'a-stranger' } } };
    for (const operand of fitting)
      demand(await of.client.patch(operand, of.nameOf(operand), { type: 'merge', body: foreign }));
    await eventually(async () => {
      for (const operand of fitting) {
        const live = await of.get(operand, of.nameOf(operand));
        const label = valueAt(live ?? {}, 'metadata', 'labels', 'app.kubernetes.io/part-of');
        expect(label).toBe('hyperconverged-cluster');
      }
    });
    const live = demand(await of.client.get(priorityClass, of.nameOf(priorityClass)));
    await replacePriorityClass(of, live);
    await eventually(async () =>
      expect((await of.get(priorityClass, of.nameOf(priorityClass)))?.value).toBe(live.value),
    );
    await eventually(() => of.write({ ...request, spec: {} }));
    await eventually(async () => expect((await of.operands()).size).toBeLessThan(count));
    await eventually(() => of.write(request));
    await converge(of, count);
    demand(await of.client.delete(hyperConvergeds, name));
    await eventually(async () => expect(await of.hyperConverged()).toBeUndefined());
    await operator?.stop();

    const requests = audited(kubernetes.auditLog);
    expect(requests.filter(({ code }) => code === 403)).toEqual([]);
    const rules = permissions({ platform, namespace: worldNamespace, importer: 'ssp' });
    const unused = rules
      .filter(({ resource }) => !usedByOthers.has(resource))
      .flatMap((rule) =>
        rule.verbs
          .filter((verb) => verb !== 'bind' && !requests.some((each) => isUse(rule, verb, each)))
          .map((verb) => `${verb} ${rule.resource} ${rule.names.join(' ')}`),
      );
    expect(unused).toEqual([]);
    console.log(
      `permissions, ${platform}: ${rules.length} rules used, ${requests.length} requests, none refused`,
    );
  });

  it.each([
    ['bind', 'clusterrole', (rule: JsonObject) => String(rule.verbs).includes('bind')],
    [
      'hyperconvergeds/finalizers',
      'role',
      (rule: JsonObject) => String(rule.resources) === 'hyperconvergeds/finalizers',
    ],
  ] as const)('need %s, which the server asks for', async (right, kind, isIt) => {
    const kubernetes = await servers.kubernetes('openshift');
    const of = await begin({ openshift: true, baseDomain: 'apps.example.com' });
    const rules: readonly JsonObject[] = JSON.parse(
      kubectl(kubernetes, ['get', kind, operatorName, '-n', worldNamespace, '-o', 'json']),
    ).rules;
    const write = (list: readonly JsonObject[]) =>
      kubectl(kubernetes, [
        ...['patch', kind, operatorName, '-n', worldNamespace, '--type', 'merge'],
        ...['-p', JSON.stringify({ rules: list })],
      ]);
    expect(rules.filter(isIt)).toHaveLength(1);
    write(rules.filter((rule) => !isIt(rule)));
    await of.write(request);
    const message = async () => {
      const conditions = valueAt((await of.hyperConverged()) ?? {}, 'status', 'conditions');
      const list = Array.isArray(conditions) ? conditions.filter(isJsonObject) : [];
      return list.find(({ type }) => type === 'ReconcileComplete');
    };
    await eventually(async () =>
      expect((await message())?.message).toContain('archipelago manifests --namespace'),
    );
    console.log(`permissions: without ${right}: ${String((await message())?.message).slice(0, 400)}`);
    write(rules);
    await converge(of, 15);
    await eventually(async () => expect((await message())?.status).toBe('True'));
  });

  it('let the namespace be deleted with everything in it, by an operator that is not of it', async () => {
    const kubernetes = await servers.kubernetes('kubernetes');
    // its own account would go with the namespace
    const kubeconfig = await kubernetes.kubeconfig('elsewhere', ['system:masters']);
    const of = await begin({}, nodeTransport(await loadConnection({ kubeconfig })));
    await of.write(request);
    await converge(of, 7);
    const deletion = ['delete', 'namespace', worldNamespace, '--wait=false'];
    const isRefused = (dryRun: boolean) => {
      try {
        kubectl(kubernetes, dryRun ? [...deletion, '--dry-run=server'] : deletion);
        return false;
      } catch (error) {
        expect(String(error)).toContain('the HyperConverged kubevirt-hyperconverged is in it');
        return true;
      }
    };
    expect(isRefused(false)).toBe(true);
    const binding = `validatingadmissionpolicybindings/archipelago-operator-namespace-${worldNamespace}`;
    kubectl(kubernetes, ['delete', binding]);
    await eventually(async () => expect(isRefused(true)).toBe(false));
    expect(isRefused(false)).toBe(false);
    const namespaces = {
      group: '',
      version: 'v1',
      plural: 'namespaces',
      kind: 'Namespace',
      namespaced: false,
    };
    await eventually(async () =>
      expect((await of.client.get(namespaces, { name: worldNamespace })).ok).toBe(false),
    );
    await eventually(async () =>
      expect([...(await of.operands()).keys()]).toEqual(['PriorityClass/kubevirt-cluster-critical']),
    );
  });
});

testPermissions(installedKubernetes());
testEveryPermission(installedKubernetes);
