import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hyperConvergeds, nodes } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createWorld, demand, kubernetesObject, type World } from '../suites/operator-world.ts';
import { ClockedOperator, fullCluster, fullHyperConverged, type View } from '../support/clocked-operator.ts';

/** Longer than the operator waits for what it cannot read, and for writes that its mirror does not show. */
const longMs = 12_000;
const name = { namespace: 'kubevirt-hyperconverged', name: 'kubevirt-hyperconverged' };
const kubeVirtPath =
  '/apis/kubevirt.io/v1/namespaces/kubevirt-hyperconverged/kubevirts/kubevirt-kubevirt-hyperconverged';

/** Lists of what anything may be concluded from. */
const facts = [
  /\/nodes$/,
  /\/customresourcedefinitions$/,
  /\/hyperconvergeds$/,
  /\/apiservers /,
  /\/ingresses /,
  /config.openshift.io.*\/networks /,
];
/** Whether another operator runs. */
const ofOthers = /\/deployments /;
const bootSources = [
  /\/dataimportcrons$/,
  /\/datasources$/,
  /\/datavolumes$/,
  /\/persistentvolumeclaims$/,
  /\/volumesnapshots$/,
  /\/namespaces .*os-images$/,
  /\/roles .*os-images/,
  /\/rolebindings .*os-images/,
  /\/clusterroles .*os-images/,
];
const isBootSource = (list: string) => bootSources.some((kind) => kind.test(list));
const isOperand = (list: string) =>
  !isBootSource(list) &&
  ![...facts, ofOthers, /mirrorsets$/, /kubedeschedulers/].some((kind) => kind.test(list));

/** Of all lists the one of each fact. */
function ofFacts(lists: readonly string[]): readonly (readonly string[])[] {
  return facts.map((fact) => {
    const found = lists.filter((list) => fact.test(list));
    expect([fact, found.length]).toEqual([fact, 1]);
    return found;
  });
}

const isStatus = (write: string) => /\/hyperconvergeds\/[^/]+\/status /.test(write);
const isOfBootSource = (write: string) => /\/(dataimportcrons|datasources)\/|os-images/.test(write);
/** `kubevirts` of `POST /apis/kubevirt.io/v1/namespaces/n/kubevirts/k 201`. */
const kindOf = (write: string) => write.split(' ')[1]?.split('/').at(-2) ?? '';

function finalizersOf(object: JsonObject | undefined): JsonValue | undefined {
  return object === undefined ? undefined : valueAt(object, 'metadata', 'finalizers');
}

let world: World;
let running: ClockedOperator[];

beforeEach(async () => {
  running = [];
  world = await createWorld(fullCluster);
});

afterEach(async () => {
  for (const operator of running) await operator.stop();
  await world.stop();
});

function start(view: View = {}): ClockedOperator {
  const operator = new ClockedOperator(world, view);
  running.push(operator);
  return operator;
}

async function end(operator: ClockedOperator): Promise<void> {
  running = running.filter((each) => each !== operator);
  await operator.stop();
}

/** A cluster where everything is as it is to be. */
async function converged(view: View = {}): Promise<ClockedOperator> {
  demand(await world.client.create(hyperConvergeds, kubernetesObject(fullHyperConverged)));
  const operator = start(view);
  await operator.pass(longMs);
  return operator;
}

/** Lists that are answered when a test says so. */
function holding(isHeld: (list: string) => boolean) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { view: { isHeld, released }, release };
}

async function edit(body: JsonObject): Promise<void> {
  demand(await world.client.patch(hyperConvergeds, name, { type: 'merge', body }));
}

describe('an operator that has not read everything yet', () => {
  it('changes nothing where all is as it is to be, whatever list is late, and nothing when it comes', async () => {
    const first = await converged();
    const lists = [...first.lists];
    await end(first);
    expect([lists.filter(isBootSource).length, lists.filter(isOperand).length]).toEqual([9, 15]);
    const wrong: Record<string, readonly string[]> = {};
    const others = lists.filter((list) => ofOthers.test(list));
    expect(others).toHaveLength(4);
    for (const late of [...ofFacts(lists), others, lists.filter(isBootSource), lists.filter(isOperand)]) {
      const { view, release } = holding((list) => late.includes(list));
      const operator = start(view);
      await operator.pass(longMs);
      release();
      await operator.pass(1_000);
      const writes = operator.writes.filter((write) => !isStatus(write));
      if (writes.length > 0) wrong[late.join()] = writes;
      await end(operator);
    }
    expect(wrong).toEqual({});
  });

  it('makes nothing on a new cluster, not even a status, before it knows all facts', async () => {
    demand(await world.client.create(hyperConvergeds, kubernetesObject(fullHyperConverged)));
    for (const late of facts) {
      const operator = start(holding((list) => late.test(list)).view);
      await operator.pass(longMs);
      expect([late, operator.writes, operator.operator.isReady()]).toEqual([late, [], false]);
      await end(operator);
    }
  });

  it('makes nothing before it knows that no other operator runs, and everything after', async () => {
    demand(await world.client.create(hyperConvergeds, kubernetesObject(fullHyperConverged)));
    const { view, release } = holding((list) => ofOthers.test(list) && list.includes('hco-operator'));
    const operator = start(view);
    await operator.pass(longMs);
    expect(operator.writes).toEqual([]);
    release();
    await operator.pass(longMs);
    expect(operator.writes.map(kindOf)).toContain('kubevirts');
  });

  it('makes the operands that it has seen to be missing; one that it has not looked at yet waits alone', async () => {
    const { view, release } = holding((list) => /\/kubevirts /.test(list));
    const operator = await converged(view);
    const kinds = operator.writes.filter((write) => write.startsWith('POST ')).map(kindOf);
    expect(kinds).toContain('cdis');
    expect(kinds).not.toContain('kubevirts');
    release();
    await operator.pass(longMs);
    expect(operator.writes.filter((write) => kindOf(write) === 'kubevirts')).toEqual([
      `POST ${kubeVirtPath} 201`,
    ]);
  });

  it('makes no boot source before it has read all of them, and what is around them', async () => {
    demand(await world.client.create(hyperConvergeds, kubernetesObject(fullHyperConverged)));
    for (const late of bootSources) {
      const operator = start(holding((list) => late.test(list)).view);
      await operator.pass(longMs);
      expect([late, operator.writes.filter(isOfBootSource)]).toEqual([late, []]);
      await end(operator);
    }
    const last = start();
    await last.pass(longMs);
    expect(last.writes.filter(isOfBootSource)).toHaveLength(12);
  });

  it('does not let its HyperConverged go while it does not know what is left', async () => {
    const first = await converged();
    const lists = [...first.lists];
    await end(first);
    demand(await world.client.delete(hyperConvergeds, name));
    // the priority class stays, and the installation's role; the other operands go in three waves
    const waves = [/\/(?!kubevirts|cdis|priorityclasses|clusterroles)[a-z-]+ /, /\/kubevirts /, /\/cdis /];
    const operands = waves.map((wave) => lists.filter((list) => isOperand(list) && wave.test(list)));
    expect(operands.map(({ length }) => length)).toEqual([11, 1, 1]);
    for (const late of [...ofFacts(lists), lists.filter(isBootSource), ...operands]) {
      const operator = start(holding((list) => late.includes(list)).view);
      await operator.pass(longMs);
      expect([late, finalizersOf(await world.hyperConverged())]).toEqual([
        late,
        ['kubevirt.io/hyperconverged'],
      ]);
      await end(operator);
    }
    const last = start();
    await last.pass(longMs);
    expect(await world.hyperConverged()).toBeUndefined();
    expect([...(await world.operands()).keys()].sort()).toEqual([
      'ClusterRole/wasp-cluster',
      'PriorityClass/kubevirt-cluster-critical',
    ]);
  });
});

describe('an operator whose watches are late', () => {
  /** What an operator writes in the life of a HyperConverged. */
  async function life(lagMs: number): Promise<Readonly<Record<string, readonly string[]>>> {
    const operator = await converged({ lagMs });
    const made = operator.writes.splice(0);
    await edit({ spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 17 } } });
    await operator.pass(longMs);
    const edited = operator.writes.splice(0);
    await edit({ spec: { dataImportCronTemplates: null, enableApplicationAwareQuota: false } });
    await operator.pass(longMs);
    const reduced = operator.writes.splice(0);
    demand(await world.client.delete(hyperConvergeds, name));
    await operator.pass(5 * longMs);
    expect(await world.hyperConverged()).toBeUndefined();
    await end(operator);
    return { made, edited, reduced, removed: operator.writes };
  }

  it('writes everything once, as one with watches in time does', async () => {
    const inTime = await life(0);
    await world.stop();
    world = await createWorld(fullCluster);
    const late = await life(4_000);
    const changes = (writes: readonly string[] = []) => writes.filter((write) => !isStatus(write)).sort();
    for (const [act, writes] of Object.entries(late)) {
      expect(changes(writes)).not.toEqual([]);
      expect([act, changes(writes)]).toEqual([act, changes(inTime[act])]);
      // nor is anything written over what was not seen
      expect(writes.filter((write) => / (409|422|5\d\d)$/.test(write))).toEqual([]);
    }
  });

  it('does not write again what other changes ask it to look at', async () => {
    const operator = await converged({ lagMs: 4_000 });
    operator.writes.length = 0;
    await edit({ spec: { liveMigrationConfig: { parallelMigrationsPerCluster: 17 } } });
    await operator.pass(4_200);
    for (let round = 0; round < 8; round += 1) {
      const body = { metadata: { labels: { round: String(round) } } };
      demand(await world.client.patch(nodes, { name: 'a' }, { type: 'merge', body }));
      await operator.pass(500);
    }
    await operator.pass(longMs);
    expect(operator.writes.filter((write) => write.includes('/kubevirts/'))).toEqual([
      `PATCH ${kubeVirtPath} 200`,
    ]);
  });
});
