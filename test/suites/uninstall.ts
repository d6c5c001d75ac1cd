import { isJsonObject, type JsonObject, listAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { kubevirt } from '../../packages/archipelago/src/config/operands/kubevirt/kubevirt.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { namespaceProtection } from '../../packages/archipelago/src/operator/namespace-protection.ts';
import {
  type OperandControllers,
  startOperandControllers,
} from '../../packages/archipelago/src/simulation/actors/operand-controller.ts';
import { dataVolume } from '../../packages/archipelago/src/simulation/definitions/data-volume.ts';
import { virtualMachine } from '../../packages/archipelago/src/simulation/definitions/virtual-machine.ts';
import { virtualMachineInstance } from '../../packages/archipelago/src/simulation/definitions/virtual-machine-instance.ts';
import type { TestServers } from '../support/test-servers.ts';
import { until } from '../support/until.ts';
import { Mortal } from './mortal.ts';
import { createWorld, demand, kubernetesObject, meta, type World } from './operator-world.ts';

const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
const workloads: readonly Resource[] = [virtualMachine, virtualMachineInstance, dataVolume];
const mine = { namespace: 'default', name: 'mine' };
const patience = { withinMs: 60_000, pauseMs: 20 };
const policies: Resource = {
  group: 'admissionregistration.k8s.io',
  version: 'v1',
  plural: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
  namespaced: false,
};
const namespaces: Resource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};
const bindings: Resource = {
  ...policies,
  plural: 'validatingadmissionpolicybindings',
  kind: 'ValidatingAdmissionPolicyBinding',
};

type Strategy = 'BlockUninstallIfWorkloadsExist' | 'RemoveWorkloads' | undefined;
const strategies: readonly Strategy[] = ['BlockUninstallIfWorkloadsExist', 'RemoveWorkloads', undefined];
const cases = strategies.flatMap((strategy) => [true, false].map((are) => [strategy, are] as const));

/** Deletions of the HyperConverged, with each strategy, with workloads and without, and interrupted at every write. */
export function testUninstall(servers: TestServers, choices: { readonly oneByOne: boolean }): void {
  let world: World;
  let actors: OperandControllers;
  let mortal: Mortal | undefined;
  afterEach(end);
  afterAll(() => servers.stop());

  async function end(): Promise<void> {
    for (const kind of workloads) await world.client.delete(kind, mine);
    await mortal?.stop();
    mortal = undefined;
    await actors.stop();
    await world.stop();
  }

  /** A cluster in which all is well, and nobody looks after it. */
  async function begin(strategy: Strategy, withWorkloads: boolean): Promise<void> {
    world = await createWorld({}, { servers });
    actors = startOperandControllers({ client: world.client, delayMs: 0, onProblem: () => undefined });
    world.startOperator({ random: () => 0.5 });
    const { apiVersion, kind } = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged' };
    const spec = strategy === undefined ? {} : { uninstallStrategy: strategy };
    await world.write({ apiVersion, kind, metadata: name, spec });
    await until(async () => (await condition('Available')).status === 'True', patience);
    for (const resource of withWorkloads ? workloads : []) await make(resource);
    await world.quiet();
    await world.operator?.stop();
  }

  async function make(resource: Resource): Promise<void> {
    const apiVersion = `${resource.group}/${resource.version}`;
    const object = { apiVersion, kind: resource.kind, metadata: mine, spec: {} };
    demand(await world.client.create(resource, kubernetesObject(object)));
  }

  async function condition(type: string): Promise<JsonObject> {
    const list = listAt((await world.hyperConverged()) ?? {}, 'status', 'conditions');
    return list.filter(isJsonObject).find((each) => each.type === type) ?? {};
  }

  const message = async () => textAt(await condition('ReconcileComplete'), 'message');
  const isHeld = async () => (await condition('ReconcileComplete')).reason === 'UninstallBlocked';
  const isGone = async () => (await world.hyperConverged()) === undefined;

  async function thereOf(kinds: readonly Resource[]): Promise<readonly string[]> {
    const found = await Promise.all(
      kinds.map(async (kind) => [kind.kind, await world.get(kind, mine)] as const),
    );
    return found.flatMap(([kind, object]) => (object === undefined ? [] : [kind]));
  }

  async function operandKinds(): Promise<readonly string[]> {
    return [...(await world.operands()).keys()].map((key) => key.split('/')[0] ?? '').sort();
  }

  const everyOperand = ['CDI', 'KubeVirt', 'NetworkAddonsConfig', 'PriorityClass'];
  const everyWorkload = workloads.map(({ kind }) => kind);

  async function deleteIt(): Promise<void> {
    demand(await world.client.delete(hyperConvergeds, name));
  }

  /** Held where something would be lost, else carried out; whatever happens to the operator on the way. */
  async function endsRight(strategy: Strategy, withWorkloads: boolean): Promise<void> {
    const holds = withWorkloads && strategy !== 'RemoveWorkloads';
    await until(holds ? isHeld : isGone, patience);
    await world.quiet();
    expect(await thereOf(workloads)).toEqual(holds ? everyWorkload : []);
    expect(await operandKinds()).toEqual(holds ? everyOperand : ['PriorityClass']);
    if (!holds) return;
    for (const kind of workloads) demand(await world.client.delete(kind, mine));
    await until(isGone, patience);
    expect(await operandKinds()).toEqual(['PriorityClass']);
  }

  describe(`a deletion, ${servers.name}`, () => {
    it.each(cases)(
      'with strategy %s, workloads: %s, ends right though the operator ends after each write',
      async (strategy, withWorkloads) => {
        await begin(strategy, withWorkloads);
        mortal = new Mortal(world, () => true);
        mortal.start();
        await deleteIt();
        await endsRight(strategy, withWorkloads);
        // three operands and the finalizer at least
        expect(mortal.deaths).toBeGreaterThanOrEqual(4);
      },
    );

    if (choices.oneByOne)
      it.each(cases)(
        'with strategy %s, workloads: %s, ends right after whichever write the operator ended',
        async (strategy, withWorkloads) => {
          for (let last = 1, isOver = false; !isOver; last += 1) {
            await begin(strategy, withWorkloads);
            mortal = new Mortal(world, (write) => write === last);
            mortal.start();
            await deleteIt();
            await endsRight(strategy, withWorkloads);
            isOver = mortal.deaths === 0;
            if (!isOver) await end();
          }
        },
        600_000,
      );

    it('that would take machines away is held, operands are looked after, and it is said what to do', async () => {
      await begin('BlockUninstallIfWorkloadsExist', true);
      world.startOperator({ random: () => 0.5 });
      await deleteIt();
      await until(isHeld, patience);
      expect(await message()).toBe(
        'the deletion waits: 1 VirtualMachine (default/mine), 1 VirtualMachineInstance (default/mine) and 1 DataVolume (default/mine) exist. Nothing is removed, and operands are looked after as before. A deletion cannot be taken back: it goes on when these are deleted, or, with all of them, when spec.uninstallStrategy is RemoveWorkloads in a spec that is not refused',
      );
      for (const type of ['Available', 'Upgradeable'])
        expect(await condition(type)).toMatchObject({ status: 'True' });
      const body = { spec: { configuration: { cpuModel: 'drifted' } } };
      demand(await world.client.patch(kubevirt, world.nameOf(kubevirt), { type: 'merge', body }));
      await world.quiet();
      const live = (await world.get(kubevirt, world.nameOf(kubevirt))) ?? {};
      expect(valueAt(live, 'spec', 'configuration', 'cpuModel')).toBeUndefined();
      const told = [...(await world.events())].filter(([line]) =>
        line.startsWith('Warning UninstallBlocked'),
      );
      expect(told.map(([, count]) => count)).toEqual([1]);
      const removing = { spec: { uninstallStrategy: 'RemoveWorkloads' } };
      demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body: removing }));
      await until(isGone, patience);
      expect(await thereOf(workloads)).toEqual([]);
      expect(await operandKinds()).toEqual(['PriorityClass']);
    });

    it('that takes machines away tells what goes, and what is left', async () => {
      await begin('RemoveWorkloads', true);
      const holding = { type: 'merge', body: { metadata: { finalizers: ['test/holds'] } } } as const;
      demand(await world.client.patch(virtualMachine, mine, holding));
      world.startOperator({ random: () => 0.5 });
      await deleteIt();
      const isGoing = async () => (await message()).startsWith('being removed: KubeVirt');
      await until(isGoing, patience);
      expect(await condition('Progressing')).toMatchObject({ status: 'True', reason: 'Uninstalling' });
      expect(await message()).toContain('; after that: CDI/cdi-kubevirt-hyperconverged; still there');
      expect(await message()).toContain('VirtualMachine (default/mine)');
      const released = { type: 'merge', body: { metadata: { finalizers: null } } } as const;
      demand(await world.client.patch(virtualMachine, mine, released));
      await until(isGone, patience);
    });

    it('of the namespace is refused by the API server while the HyperConverged is in it', async () => {
      await begin(undefined, false);
      const [policy, binding] = namespaceProtection(name.namespace, {});
      const made = [
        demand(await world.client.create(policies, kubernetesObject(policy ?? {}))),
        demand(await world.client.create(bindings, kubernetesObject(binding ?? {}))),
      ];
      const asked = () => world.client.delete(namespaces, { name: name.namespace }, { dryRun: true });
      await until(async () => !(await asked()).ok, patience);
      expect(await asked()).toMatchObject({
        status: {
          code: 403,
          message: expect.stringContaining('the HyperConverged kubevirt-hyperconverged is in it'),
        },
      });
      // another one may go
      expect(await world.client.delete(namespaces, { name: 'default' }, { dryRun: true })).toMatchObject({
        status: { message: expect.not.stringContaining('HyperConverged') },
      });
      world.startOperator({ random: () => 0.5 });
      await deleteIt();
      await until(isGone, patience);
      await until(async () => (await asked()).ok, patience);
      for (const [index, { metadata }] of made.entries())
        demand(await world.client.delete(index === 0 ? policies : bindings, { name: metadata.name }));
    });

    it('is held while KubeVirt refuses to go, in its words', async () => {
      await begin('BlockUninstallIfWorkloadsExist', false);
      const policy = 'kubevirt-stays';
      const rule = {
        apiGroups: ['kubevirt.io'],
        apiVersions: ['*'],
        operations: ['DELETE'],
        resources: ['kubevirts'],
      };
      const made = { apiVersion: 'admissionregistration.k8s.io/v1', metadata: { name: policy } };
      const spec = {
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: 'false', message: 'there are still Virtual Machines present' }],
      };
      demand(await world.client.create(policies, kubernetesObject({ ...made, kind: policies.kind, spec })));
      const bound = { policyName: policy, validationActions: ['Deny'] };
      demand(
        await world.client.create(bindings, kubernetesObject({ ...made, kind: bindings.kind, spec: bound })),
      );
      const asked = () => world.client.delete(kubevirt, world.nameOf(kubevirt), { dryRun: true });
      await until(async () => !(await asked()).ok, patience);
      world.startOperator({ random: () => 0.5 });
      await deleteIt();
      await until(isHeld, patience);
      expect(await message()).toContain('KubeVirt kubevirt-kubevirt-hyperconverged refuses to be deleted: ');
      expect(await message()).toContain('there are still Virtual Machines present');
      expect(await operandKinds()).toEqual(everyOperand);
      expect(
        meta((await world.get(kubevirt, world.nameOf(kubevirt))) ?? {}).deletionTimestamp,
      ).toBeUndefined();
      demand(await world.client.delete(bindings, { name: policy }));
      demand(await world.client.delete(policies, { name: policy }));
      await until(isGone, patience);
    });
  });
}
