import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { machineConfigGroup } from '../api/layering-names.ts';
import { imageMachineConfig, isImageMachineConfig } from './image-machine-config.ts';
import { nodesWithImages } from './nodes-with-images.ts';
import { baseDigest, baseReference, target, World } from './simulated-world.test-support.ts';

const name = '99-archipelago-image-edge';
const own = (key: string) => `${machineConfigGroup}/${key}`;

/** A pool of the Machine Config Operator, whose nodes have what it has rendered, and which rolls nothing out by itself. */
function world(spec: JsonObject = {}): World {
  const made = new World({
    nodes: { a: 'amd64', b: 'arm64' },
    pool: true,
    spec: { baseImage: null, ...spec },
  });
  made.rollout = true;
  machineConfig(made, '00-worker', { osImageURL: baseReference });
  render(made);
  for (const node of ['a', 'b'])
    tell(made, node, { currentConfig: rendered(made), desiredConfig: rendered(made), state: 'Done' });
  return made;
}

function machineConfig(made: World, of: string, spec: JsonObject): void {
  made.put({ apiVersion: `${machineConfigGroup}/v1`, kind: 'MachineConfig', metadata: { name: of }, spec });
}

function tell(made: World, node: string, annotations: Readonly<Record<string, string>>): void {
  const entries = Object.entries(annotations).map(([key, value]) => [own(key), value]);
  made.edit('Node', node, { metadata: { annotations: Object.fromEntries(entries) } });
}

let count = 0;

/** As the Machine Config Operator merges: by name, and the last image wins. */
function render(made: World): void {
  count += 1;
  const sources = made
    .all('MachineConfig')
    .filter(({ metadata }) => !metadata.name.startsWith('rendered-'))
    .sort((x, y) => (x.metadata.name < y.metadata.name ? -1 : 1));
  const spec = Object.assign({}, ...sources.map((one) => one.spec as JsonObject));
  machineConfig(made, `rendered-edge-r${count}`, spec);
  const source = sources.map(({ metadata }) => ({ name: metadata.name }));
  made.edit('MachineConfigPool', 'edge', {
    spec: { configuration: { name: `rendered-edge-r${count}`, source } },
  });
}

function rendered(made: World): string {
  const { spec } = made.get('MachineConfigPool', 'edge') as unknown as {
    spec: { configuration: { name: string } };
  };
  return spec.configuration.name;
}

function updateNodes(made: World): void {
  for (const { metadata } of made.all('Node'))
    tell(made, metadata.name, {
      currentConfig: rendered(made),
      desiredConfig: rendered(made),
      state: 'Done',
    });
}

function handed(made: World): KubernetesObject | undefined {
  return made.objects.get(`MachineConfig/${name}`);
}

function imageOf(made: World): string | undefined {
  return (handed(made)?.spec as { osImageURL?: string } | undefined)?.osImageURL;
}

const stateOf = (made: World) => made.condition('NodesUpdated');
const basesOf = (made: World) =>
  made.build().spec.platforms.map(({ architecture, base }) => [architecture, base.digest]);

describe('an image for a pool of the Machine Config Operator', () => {
  test('is named to it in a MachineConfig of the pool that belongs to the config', () => {
    const made = world().run();
    const image = `${target}@${made.build().status.index?.digest}`;
    const { uid } = made.get('MachineOSConfig', 'edge').metadata;
    expect(handed(made)).toMatchObject({
      metadata: {
        labels: { [own('role')]: 'edge' },
        ownerReferences: [{ kind: 'MachineOSConfig', name: 'edge', uid }],
      },
      spec: { osImageURL: image },
    });
    expect(stateOf(made)).toMatchObject({ status: 'False', reason: 'RollingOut' });
  });

  test('is never the base of the next one, and nodes that have it are up to date', () => {
    const made = world().run();
    render(made);
    updateNodes(made);
    made.run();
    expect(made.builds()).toHaveLength(1);
    expect(stateOf(made)).toMatchObject({ status: 'True', reason: 'AllUpdated' });
    machineConfig(made, '50-edge', { kernelArguments: ['nosmt'] });
    const before = imageOf(made);
    render(made);
    made.run();
    expect(made.builds()).toHaveLength(2);
    expect(imageOf(made)).not.toBe(before);
    expect(basesOf(made)).toEqual(['amd64', 'arm64'].map((one) => [one, baseDigest(one)]));
  });

  test('stays the same where only files change', () => {
    const made = world().run();
    machineConfig(made, '50-edge', { config: { storage: { files: [{ path: '/etc/x' }] } } });
    const before = imageOf(made);
    render(made);
    made.run();
    expect([made.builds().length, imageOf(made)]).toEqual([1, before]);
    expect(made.status().machineConfig).toBe(rendered(made));
  });

  test('goes with the config, and is deleted when no node has it any more', () => {
    const made = world().run();
    render(made);
    updateNodes(made);
    made.run();
    made.remove(made.get('MachineOSConfig', 'edge'));
    made.run();
    expect([handed(made), made.builds().length, made.deletedImages]).toEqual([undefined, 1, []]);
    render(made);
    updateNodes(made);
    made.after(60).run();
    expect(made.builds()).toEqual([]);
    expect(made.deletedImages.length).toBeGreaterThan(0);
  });

  test.each<[what: string, prepare: (made: World) => void]>([
    [
      'the operator rolls nothing out',
      (made) => {
        made.rollout = false;
      },
    ],
    ['somebody else rolls out', (made) => made.editSpec({ rollout: { mode: 'Manual' } })],
    ['a node is not its own', (made) => made.edit('Node', 'a', { metadata: { annotations: null } })],
  ])('is not handed over where %s', (_, prepare) => {
    const made = world();
    prepare(made);
    made.run();
    expect([made.build().status.phase, handed(made)]).toEqual(['Succeeded', undefined]);
  });

  test("leaves somebody else's MachineConfig of that name alone, and says so", () => {
    const made = world();
    machineConfig(made, name, { kernelArguments: ['theirs'] });
    render(made);
    made.run();
    expect(handed(made)?.spec).toEqual({ kernelArguments: ['theirs'] });
    expect(made.told.map(({ reason }) => reason)).toContain('MachineConfigTaken');
  });

  test('tells what the daemon of a node says', () => {
    const made = world().run();
    render(made);
    tell(made, 'a', { desiredConfig: rendered(made), state: 'Working' });
    made.run();
    expect(stateOf(made)).toMatchObject({
      reason: 'RollingOut',
      message: expect.stringContaining('a: the Machine Config Operator updates it'),
    });
    tell(made, 'a', { state: 'Degraded', reason: 'no space' });
    made.run();
    expect(stateOf(made)).toMatchObject({
      reason: 'RolloutStopped',
      message: expect.stringContaining('a: no space; the Machine Config Operator goes on'),
    });
    expect(made.status()).toMatchObject({ degradedMachineCount: 1, updatedMachineCount: 0 });
  });

  test.each([
    ['s390x', 2],
    ['amd64', 1],
  ])(
    'is built although a node has failed only where the image had nothing for it: %s',
    (architecture, builds) => {
      const made = world().run();
      made.addNode('c', architecture);
      made.after(60);
      tell(made, 'c', { currentConfig: rendered(made), desiredConfig: rendered(made), state: 'Degraded' });
      made.edit('MachineConfigPool', 'edge', {
        status: { conditions: [{ type: 'NodeDegraded', status: 'True' }] },
      });
      made.editSpec({
        containerFile: builds === 1 ? [{ containerfileArch: 'NoArch', content: 'FROM configs' }] : [],
      });
      made.run();
      expect(made.builds()).toHaveLength(builds);
    },
  );
});

test('the image of a custom pool is named after that of worker, which it inherits', () => {
  const names = ['worker', 'master', 'edge', 'a'].map(imageMachineConfig);
  expect(names.every(isImageMachineConfig)).toBe(true);
  expect([...names].sort().slice(-2)).toEqual(['99-archipelago-image-a', '99-archipelago-image-edge']);
  expect(isImageMachineConfig('99-worker-ssh')).toBe(false);
});

test('nodes name the images of their configurations, and stay the same objects while these do', () => {
  const made = world();
  const [nodes, configs] = [made.all('Node'), made.all('MachineConfig')];
  const first = nodesWithImages(nodes, configs);
  expect(first.map(({ metadata }) => metadata.annotations?.[own('currentImage')])).toEqual([
    baseReference,
    baseReference,
  ]);
  expect(nodesWithImages(nodes, configs)).toBe(first);
  expect(nodesWithImages([...nodes], [...configs])[0]).toBe(first[0]);
  tell(made, 'a', { currentImage: 'own' });
  const [a] = nodesWithImages(made.all('Node'), configs);
  expect(a?.metadata.annotations?.[own('currentImage')]).toBe('own');
});
