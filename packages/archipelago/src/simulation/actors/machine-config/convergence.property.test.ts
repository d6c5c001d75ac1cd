import { type JsonObject, type KubernetesObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../../../test/support/property-runs.ts';
import { maxUnavailable } from './choose-machines.ts';
import { daemonStep, type MachineStep } from './daemon-step.ts';
import { bootIdOf, isDone, isUsable, machineOf } from './machine.ts';
import { keys } from './machine-config-keys.ts';
import { nodeWith, poolWith } from './machines.test-support.ts';
import { type PoolWrite, poolWrites } from './pool-writes.ts';

const now = '2026-01-01T00:00:00Z';
const mostLooks = 400;

function config(name: string, osImageURL: string): KubernetesObject {
  const apiVersion = 'machineconfiguration.openshift.io/v1';
  return {
    apiVersion,
    kind: 'MachineConfig',
    metadata: { name, labels: { [keys.role]: 'edge' } },
    spec: { osImageURL },
  };
}

/** A pool, its machines, and what becomes of all writes. */
class Cluster {
  pool: KubernetesObject;
  nodes: readonly KubernetesObject[];
  configs: KubernetesObject[] = [config('00-edge', 'os')];

  constructor(machines: number, most: number) {
    const machineConfigSelector = { matchLabels: { [keys.role]: 'edge' } };
    this.pool = { ...poolWith('', { machineConfigSelector, maxUnavailable: most }) };
    this.nodes = Array.from({ length: machines }, (_, index) => nodeWith({ name: `n${index}`, current: '' }));
  }

  /** True where anything was to be written. */
  lookAtPool(): boolean {
    const machines = this.nodes.map(machineOf);
    const writes = poolWrites({ pool: this.pool, machineConfigs: this.configs, machines, now });
    for (const write of writes) this.#take(write);
    return writes.length > 0;
  }

  lookAtNode(index: number): boolean {
    const machine = machineOf(this.nodes[index] ?? nodeWith());
    const first = textAt(this.pool, 'spec', 'configuration', 'name');
    const specOf = (name: string) =>
      JSON.stringify(this.configs.find(({ metadata }) => metadata.name === name)?.spec);
    const isSame = machine.isReady && specOf(machine.current) === specOf(machine.desired);
    const around = { first, takesMs: 0, inStateMs: 0, problem: undefined, isSame, hasPods: false };
    const step = daemonStep(machine, around);
    if (step.do !== 'nothing') this.#edit(machine.name, step);
    return step.do !== 'nothing';
  }

  #take(write: PoolWrite): void {
    if (write.do === 'create') this.configs.push(write.machineConfig);
    if (write.do === 'configure')
      this.pool = {
        ...this.pool,
        spec: { ...objectAt(valueAt(this.pool, 'spec')), configuration: write.configuration },
      };
    if (write.do === 'tell') this.pool = { ...this.pool, status: write.status };
    if (write.do === 'target')
      this.#edit(write.node, { do: 'annotate', annotations: objectAt(write.annotations) });
  }

  #edit(name: string, step: MachineStep): void {
    this.nodes = this.nodes.map((node) => (node.metadata.name === name ? edited(node, step) : node));
  }
}

function edited(node: KubernetesObject, step: MachineStep): KubernetesObject {
  const status = objectAt(valueAt(node, 'status'));
  const ready = (is: boolean): JsonObject => ({
    ...status,
    conditions: [{ type: 'Ready', status: is ? 'True' : 'False' }],
  });
  switch (step.do) {
    case 'annotate': {
      const texts = Object.entries(step.annotations).map(([key, value]) => [key, String(value)]);
      const annotations = { ...node.metadata.annotations, ...Object.fromEntries(texts) };
      return { ...node, metadata: { ...node.metadata, annotations } };
    }
    case 'cordon':
      return { ...node, spec: { unschedulable: step.unschedulable } };
    case 'goDown':
      return { ...node, status: ready(false) };
    case 'comeUp':
      return { ...node, status: { ...ready(true), nodeInfo: { bootID: bootIdOf(step.config) } } };
    default:
      return node;
  }
}

test('in whatever order they are looked at, all machines get what is wanted last, and never are more away than may be', () => {
  const runs = fc.tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: 1, max: 3 }),
    fc.array(fc.nat({ max: 5 }), { minLength: 20, maxLength: 120 }),
    fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
  );
  fc.assert(
    fc.property(runs, ([machines, most, order, edits]) => {
      const cluster = new Cluster(machines, most);
      settle(cluster);
      for (const [at, who] of order.entries()) {
        if (edits.includes(at)) cluster.configs.push(config(`50-${at}`, `image-${at}`));
        if (who < machines) cluster.lookAtNode(who);
        else cluster.lookAtPool();
        expectFewAway(cluster, machines);
      }
      settle(cluster);
      const target = textAt(cluster.pool, 'spec', 'configuration', 'name');
      const all = cluster.nodes.map(machineOf);
      expect(all.map(({ current }) => current)).toEqual(all.map(() => target));
      expect(all.every((one) => isDone(one) && isUsable(one))).toBe(true);
      expect(cluster.pool.status).toMatchObject({
        updatedMachineCount: machines,
        configuration: { name: target },
      });
    }),
    { numRuns: propertyRuns(30) },
  );
});

function expectFewAway({ pool, nodes }: Cluster, machines: number): void {
  const away = nodes.map(machineOf).filter((one) => !isUsable(one));
  expect(away.length).toBeLessThanOrEqual(maxUnavailable(pool, machines));
}

/** Until nobody has anything to do. */
function settle(cluster: Cluster): void {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const busy = [cluster.lookAtPool(), ...cluster.nodes.map((_, index) => cluster.lookAtNode(index))];
    if (!busy.includes(true)) return;
  }
  throw new Error('it never rests');
}
