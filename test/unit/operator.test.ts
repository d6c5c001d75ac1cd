import { afterEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from './operator-world.test-support.ts';

let world: World;
afterEach(() => world.stop());

const plainHyperConverged = {
  apiVersion: 'hco.kubevirt.io/v1beta1',
  kind: 'HyperConverged',
  metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
  spec: {},
};

describe('operator on the embedded cluster', () => {
  it('converges, then writes nothing', async () => {
    world = await createWorld({});
    world.startOperator();
    await world.quiet();
    const before = world.requests.length;
    await world.write(plainHyperConverged);
    await world.settle();
    console.log(
      world.requests
        .slice(before)
        .map((r) => `${r.method} ${r.path} ${r.status}`)
        .join('\n'),
    );
    console.log(JSON.stringify((await world.hyperConverged())?.status, null, 1));
    console.log([...(await world.events())]);
    expect([...(await world.operands()).keys()]).toHaveLength(4);
  });
});
