import { setImmediate as breathe } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../../test/support/property-runs.ts';
import { type Architecture, architectures } from '../../api/architectures.ts';
import { names } from '../api/layering-names.ts';
import { planLayering } from './plan-layering.ts';
import { type Manifest, World } from './simulated-world.test-support.ts';

// another SEED looks for what is rare
const seed = Number(process.env.SEED ?? 20_261_121);

type Event =
  | { readonly kind: 'plan'; readonly upTo: number }
  | { readonly kind: 'jobs' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'time'; readonly seconds: number }
  | { readonly kind: 'node'; readonly architecture: Architecture; readonly there: boolean }
  | { readonly kind: 'ready'; readonly architecture: Architecture; readonly is: boolean }
  | { readonly kind: 'text'; readonly entry: 'NoArch' | 'ARM64'; readonly text: string }
  | { readonly kind: 'retry' }
  | { readonly kind: 'registry'; readonly up: boolean };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ kind: fc.constant('plan' as const), upTo: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ kind: fc.constant('jobs' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
  fc.record({ kind: fc.constant('time' as const), seconds: fc.constantFrom(1, 20, 400, 4000) }),
  fc.record({
    kind: fc.constant('node' as const),
    architecture: fc.constantFrom(...architectures),
    there: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('ready' as const),
    architecture: fc.constantFrom(...architectures),
    is: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('text' as const),
    entry: fc.constantFrom('NoArch' as const, 'ARM64' as const),
    text: fc.constantFrom('RUN a', 'RUN b'),
  }),
  fc.record({ kind: fc.constant('retry' as const) }),
  fc.record({ kind: fc.constant('registry' as const), up: fc.boolean() }),
);

type EventOf<K extends Event['kind']> = Extract<Event, { kind: K }>;

const happenings: { readonly [K in Event['kind']]: (world: World, event: EventOf<K>) => void } = {
  plan: (world, { upTo }) => {
    world.obey(planLayering(world.input()), upTo);
  },
  jobs: (world) => {
    world.runJobs();
  },
  restart: (world) => {
    world.answers = {};
  },
  time: (world, { seconds }) => {
    world.now += seconds * 1000;
  },
  registry: (world, { up }) => {
    world.registryDown = up ? undefined : 'timeout';
  },
  retry: (world) => world.annotate({ [names.retry]: 'all' }),
  text: (world, { entry, text }) => writeText(world, entry, text),
  node: (world, { architecture, there }) => {
    if (there) world.addNode(architecture, architecture);
    else world.removeNode(architecture);
  },
  ready: (world, { architecture, is }) => setReady(world, architecture, is),
};

function happen<K extends Event['kind']>(world: World, one: EventOf<K>): void {
  const happening = happenings[one.kind] as (world: World, event: EventOf<K>) => void;
  happening(world, one);
}

function writeText(world: World, entry: string, content: string): void {
  const { containerFile = [] } = world.get('MachineOSConfig', 'edge').spec as {
    containerFile?: { containerfileArch: string; content: string }[];
  };
  const others = containerFile.filter(({ containerfileArch }) => containerfileArch !== entry);
  world.editSpec({ containerFile: [...others, { containerfileArch: entry, content }] });
}

function setReady(world: World, architecture: string, is: boolean): void {
  if (world.objects.has(world.key('Node', architecture)))
    world.edit('Node', architecture, {
      status: { conditions: [{ type: 'Ready', status: is ? 'True' : 'False' }] },
    });
}

/** What must hold at every moment: whatever is said to be the image has exactly the architectures of its build, each right. */
function expectNothingWrong(world: World): void {
  for (const { status, spec } of world.builds()) {
    if (status.phase !== 'Succeeded') continue;
    const wanted = spec.platforms.map(({ architecture }) => architecture);
    expect(status.index?.entries.map(({ architecture }) => architecture)).toEqual(wanted);
    const manifests: ReadonlyMap<string, Manifest> = world.repository(
      'registry.example.com/os/edge',
    ).manifests;
    for (const entry of status.index?.entries ?? [])
      expect(manifests.get(entry.digest)?.architecture).toBe(entry.architecture);
  }
}

function expectNoKeyBuiltTwice(world: World): void {
  const keys = world.started.map(({ architecture, key }) => `${architecture} ${key}`);
  expect(keys.length).toBe(new Set(keys).size);
}

/** Nodes of all architectures come back, the registry answers: everything must come to rest with the image wanted. */
function recover(world: World): void {
  world.registryDown = undefined;
  for (const { metadata } of world.all('Node')) setReady(world, metadata.name, true);
  if (world.all('Node').length === 0) world.addNode('amd64', 'amd64');
  world.after(90_000);
  for (const { name } of world.status().architectures ?? [])
    if (!world.objects.has(world.key('Node', name))) world.addNode(name, name);
  world.through(90_000);
}

describe('scenario 54 (whole): any sequence of events', () => {
  test('ends with the image wanted, no key built twice, nothing partial on the way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (events) => {
        // a busy machine takes minutes for all of them: the worker answers in between, and the time limit only guards against hanging
        await breathe();
        const world = new World({ nodes: { amd64: 'amd64', arm64: 'arm64' } });
        for (const one of events) {
          happen(world, one);
          expectNothingWrong(world);
        }
        recover(world);
        expectNothingWrong(world);
        expectNoKeyBuiltTwice(world);
        const settled = world.builds().find(({ name }) => name === world.status().machineOSBuild?.name);
        expect(settled?.status.phase).toBe('Succeeded');
        expect(settled?.spec.platforms.map(({ architecture }) => architecture)).toEqual(
          world.status().architectures?.map(({ name }) => name),
        );
        expect(world.condition('ImageReady')?.status).toBe('True');
      }),
      { numRuns: propertyRuns(5), seed },
    );
  }, 1_800_000);

  test('failing jobs, assemblies and results end in Succeeded, or in a failure with a name', async () => {
    const behaviour = fc.constantFrom('succeed', 'fail', 'silent', 'foreign', 'hang');
    await fc.assert(
      fc.asyncProperty(
        fc.array(behaviour, { maxLength: 6 }),
        fc.array(fc.boolean(), { maxLength: 3 }),
        async (jobs, assemblies) => {
          await breathe();
          const world = new World({ nodes: { amd64: 'amd64', arm64: 'arm64' } });
          let next = 0;
          world.behaviour = () => {
            const now = jobs[next] ?? 'succeed';
            next += 1;
            if (now === 'fail' || now === 'hang') return { kind: now };
            if (now === 'silent') return { kind: 'succeed', claim: null };
            return now === 'foreign' ? { kind: 'succeed', image: { base: 'sha256:x' } } : { kind: 'succeed' };
          };
          world.assembly = (attempt) =>
            assemblies[attempt - 1] === true
              ? { kind: 'report', data: { reason: 'RegistryUnavailable' } }
              : undefined;
          // what goes on at the end of one while needs another: jobs that hang go on when somebody looks
          for (const seconds of [3000, 600, 600, 600]) world.through(seconds);
          expectNothingWrong(world);
          const { status } = world.build();
          expect(['Succeeded', 'Failed']).toContain(status.phase);
          if (status.phase === 'Failed') expect(status.message).toMatch(/a(md|rm)64/);
        },
      ),
      { numRuns: propertyRuns(5), seed },
    );
  }, 1_800_000);
});

describe('order', () => {
  test('of architectures, nodes, entries and lists changes nothing', () => {
    const plain = { nodes: ['amd64', 'arm64', 'ppc64le', 's390x'], files: ['NoArch', 'ARM64', 'S390X'] };
    const outcome = (nodes: readonly string[], files: readonly string[], explicit: readonly string[]) => {
      const containerFile = files.map((name) => ({ containerfileArch: name, content: `RUN ${name}` }));
      const world = new World({
        spec: { containerFile, ...(explicit.length === 0 ? {} : { architectures: [...explicit] }) },
      });
      for (const name of nodes) world.addNode(name, name);
      world.run();
      const { name, spec, status } = world.build();
      return [name, spec, status.index];
    };
    const expected = outcome(plain.nodes, plain.files, []);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(plain.nodes, { minLength: 4 }),
        fc.shuffledSubarray(plain.files, { minLength: 3 }),
        fc.shuffledSubarray(plain.nodes, { minLength: 4 }),
        (nodes, files, explicit) => {
          expect(outcome(nodes, files, [])).toEqual(expected);
          expect(outcome(nodes, files, explicit)).toEqual(expected);
        },
      ),
      { numRuns: propertyRuns(5), seed },
    );
  }, 1_800_000);

  test('a plan is the same twice, and does not touch what it is given', () => {
    const world = new World({ nodes: { amd64: 'amd64', arm64: 'arm64' } });
    for (let round = 0; round < 10; round += 1) {
      const input = world.input();
      const before = JSON.stringify(input);
      expect(planLayering(input)).toEqual(planLayering(input));
      expect(JSON.stringify(input)).toBe(before);
      world.step();
      world.runJobs();
    }
  });
});

test('objects of any shape are no reason to fail', () => {
  const odd = fc.anything({ maxDepth: 3 });
  fc.assert(
    fc.property(
      fc.constantFrom('Node', 'Job', 'Pod', 'ConfigMap', 'MachineOSBuild'),
      odd,
      odd,
      (kind, spec, status) => {
        const world = new World({ nodes: { amd64: 'amd64' } }).run();
        const labels = { [names.component]: 'build' };
        const metadata = { name: 'odd', labels, annotations: { [names.configName]: 'edge' } };
        const object = { apiVersion: 'v1', kind, metadata, spec, status, data: spec } as never;
        world.put(object);
        const again = planLayering(world.input());
        expect(again.actions.every((action) => action.kind !== 'create')).toBe(true);
      },
    ),
    { numRuns: propertyRuns(10), seed },
  );
});
