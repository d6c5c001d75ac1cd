import type { JsonObject } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../test/support/property-runs.ts';
import { changedConfig } from '../../cli/commands/layering/plan/changed-config.ts';
import { setConfigField } from '../../cli/commands/layering/plan/set-config-field.ts';
import { names } from '../api/layering-names.ts';
import { parseMachineOsConfig } from '../api/parse-machine-os-config.ts';
import { World } from '../build-plan/simulated-world.test-support.ts';
import { forecast } from './forecast.ts';
import type { ForecastView } from './forecast-view.ts';
import { foresee } from './foresee.ts';

interface Change {
  readonly spec?: JsonObject;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What `layering plan` says of a change in a simulated world, which stays as it is. */
async function foretell(world: World, change: Change = {}): Promise<ForecastView> {
  const stored = world.get('MachineOSConfig', 'edge');
  const parsed = parseMachineOsConfig(stored);
  if (!parsed.ok) throw new Error('the stored config is none');
  const set = [
    ...Object.entries(change.spec ?? {}).map(([key, value]) => `spec.${key}=${JSON.stringify(value)}`),
    ...Object.entries(change.annotations ?? {}).map(
      ([key, value]) => `metadata.annotations["${key}"]=${value}`,
    ),
  ];
  const config = changedConfig(stored, {
    file: undefined,
    edit: (object) => set.reduce(setConfigField, object),
    source: '--set',
  });
  const before = JSON.stringify([...world.objects]);
  const foreseen = await foresee({ ...world.input(), config, answers: {} }, async (question) => {
    expect(question.kind).not.toBe('delete');
    return world.answer(question);
  });
  expect(JSON.stringify([...world.objects])).toBe(before);
  return forecast(foreseen, parsed.config);
}

function actions({ platforms }: ForecastView): readonly string[] {
  return platforms.map(({ architecture, action }) => `${architecture} ${action}`);
}

function differing({ platforms }: ForecastView): readonly string[] {
  return platforms.map(({ architecture, differs }) =>
    [architecture, ...(differs?.map(({ input }) => input) ?? ['?'])].join(' '),
  );
}

const two = { a1: 'amd64', b1: 'arm64' };
const files = (arm64: string, any = 'RUN any') => ({
  containerFile: [
    { containerfileArch: 'NoArch', content: any },
    { containerfileArch: 'ARM64', content: arm64 },
  ],
});

function built(spec: JsonObject = files('RUN arm'), nodes: Readonly<Record<string, string>> = two): World {
  return new World({ nodes, spec }).run();
}

/** Another image under the base's tag, looked at again. */
function moveBase(world: World, architecture: string): void {
  world.base.versions[architecture] = (world.base.versions[architecture] ?? 1) + 1;
  world.now += 3_600_000;
}

interface Edit {
  readonly arm64?: string;
  readonly any?: string;
  readonly architectures?: string[];
  readonly level?: string;
}

function specOf({ arm64, any, architectures, level }: Edit): JsonObject {
  return {
    ...(arm64 === undefined ? {} : files(arm64, any)),
    ...(architectures === undefined ? {} : { architectures }),
    ...(level === undefined ? {} : { build: { buildArguments: { LEVEL: level } } }),
  };
}

describe('what a change would build', () => {
  it('is everything where there is no build', async () => {
    const view = await foretell(new World({ nodes: two }));
    expect([view.verdict, view.cause, view.publish]).toEqual(['build', 'Wanted', 'Index']);
    expect(actions(view)).toEqual(['amd64 build', 'arm64 build']);
    expect(view.platforms[0]?.because).toBe('there is no build before');
  });

  it('is nothing where the image is there', async () => {
    const world = built();
    const view = await foretell(world);
    expect([view.verdict, view.build]).toEqual(['nothing', world.build().name]);
    expect(actions(view)).toEqual(['amd64 keep', 'arm64 keep']);
  });

  it('is the architecture whose Containerfile changes', async () => {
    const world = built();
    const older = world.build().name;
    const view = await foretell(world, { spec: files('RUN other') });
    expect(view).toMatchObject({ verdict: 'build', comparedWith: older, removed: [] });
    expect(actions(view)).toEqual(['amd64 reuse', 'arm64 build']);
    expect(differing(view)).toEqual(['amd64', 'arm64 containerfile']);
    expect(view.platforms[0]).toMatchObject({
      reusedFrom: older,
      because: `nothing differs; its image is in registry.example.com/os/edge, of ${older}`,
    });
    expect(view.platforms[1]?.because).toBe(`other than in ${older}: Containerfile (ARM64)`);
  });

  it('is nothing when entries change places', async () => {
    const world = built();
    const view = await foretell(world, {
      spec: { containerFile: files('RUN arm').containerFile.toReversed() },
    });
    expect(view.verdict).toBe('nothing');
  });

  it('is the new architecture; one that goes is named', async () => {
    const world = built();
    const older = world.build().name;
    world.addNode('z1', 's390x');
    const view = await foretell(world);
    expect(actions(view)).toEqual(['amd64 reuse', 'arm64 reuse', 's390x build']);
    expect(view.platforms[2]).toMatchObject({
      differs: undefined,
      because: `the architecture is not in ${older}`,
    });
    const less = await foretell(world, { spec: { architectures: ['amd64'] } });
    expect([less.verdict, actions(less), less.removed]).toEqual(['build', ['amd64 reuse'], ['arm64']]);
  });

  it('names the base image, arguments, variant and rebuild that make the difference', async () => {
    const world = built();
    world.base.versions.arm64 = 2;
    expect(differing(await foretell(world))).toEqual(['amd64', 'arm64 base']);
    world.base.versions = {};
    const arguments_ = { build: { buildArguments: { LEVEL: '2' } } };
    expect(differing(await foretell(world, { spec: arguments_ }))).toEqual([
      'amd64 buildArguments',
      'arm64 buildArguments',
    ]);
    const variant = { build: { perArchitecture: [{ architecture: 'arm64', variant: 'v8' }] } };
    expect(differing(await foretell(world, { spec: variant }))).toEqual(['amd64', 'arm64 variant']);
    const rebuild = await foretell(world, { annotations: { [names.rebuild]: 'arm64' } });
    expect([rebuild.verdict, differing(rebuild)]).toEqual(['build', ['amd64', 'arm64 nonce']]);
    const both = await foretell(world, { spec: { ...files('RUN x', 'RUN y'), ...arguments_ } });
    expect(differing(both)).toEqual([
      'amd64 containerfile buildArguments',
      'arm64 containerfile buildArguments',
    ]);
  });

  it('names the rendered configuration, and says when what differs is not known', async () => {
    const world = new World({ nodes: two, pool: true }).run();
    world.put({
      apiVersion: 'machineconfiguration.openshift.io/v1',
      kind: 'MachineConfig',
      metadata: { name: 'rendered-edge-2' },
      spec: { osImageURL: 'registry.example.com/base/os:10', kernelArguments: ['quiet'] },
    });
    world.edit('MachineConfigPool', 'edge', { spec: { configuration: { name: 'rendered-edge-2' } } });
    const view = await foretell(world);
    expect(differing(view)).toEqual(['amd64 configuration', 'arm64 configuration']);
    expect(view.platforms[0]?.differs).toEqual([
      { input: 'configuration', before: 'rendered-edge-1', after: 'rendered-edge-2' },
    ]);
    world.editSpec(files('RUN stored already'));
    const unknown = await foretell(world);
    expect(differing(unknown)).toEqual(['amd64 ?', 'arm64 ?']);
    expect(unknown.platforms[0]?.because).toMatch(/^it is not made of what edge-\w+ was made of$/);
  });

  it('is what has been lost in the registry', async () => {
    const world = built();
    const digest = world.platform('arm64')?.image?.digest ?? '';
    world.repository('registry.example.com/os/edge').manifests.delete(digest);
    world.now += 7_200_000;
    const view = await foretell(world);
    expect([view.verdict, view.cause]).toEqual(['build', 'ImageDrift']);
    expect(actions(view)).toEqual(['amd64 reuse', 'arm64 build']);
    expect(view.platforms[1]?.because).toBe('its image is not in registry.example.com/os/edge any more');
  });

  it('waits for nodes, goes on with jobs that run, and does not repeat what failed unless asked', async () => {
    const world = new World({ nodes: { a1: 'amd64' } });
    world.addNode('b1', 'arm64', { ready: false });
    world.behaviour = () => ({ kind: 'hang' });
    const waits = await foretell(world);
    expect(actions(waits)).toEqual(['amd64 build', 'arm64 wait']);
    expect(waits.platforms[1]?.because).toContain('b1 is not ready');
    world.run();
    const running = await foretell(world);
    expect([running.verdict, actions(running)]).toEqual(['goesOn', ['amd64 goesOn', 'arm64 wait']]);
    const taken = await foretell(world, { spec: { architectures: ['amd64', 's390x'] } });
    expect(actions(taken)).toEqual(['amd64 goesOn', 's390x wait']);

    const bad = new World({ nodes: two });
    bad.behaviour = (name) => (name === 'arm64' ? { kind: 'fail', exitCode: 65 } : { kind: 'succeed' });
    bad.through(600);
    const failed = await foretell(bad);
    expect([failed.verdict, actions(failed)]).toEqual(['failed', ['amd64 failed', 'arm64 failed']]);
    const again = await foretell(bad, { annotations: { [names.retry]: 'all' } });
    expect([again.verdict, again.cause, actions(again)]).toEqual([
      'build',
      'Retry',
      ['amd64 reuse', 'arm64 build'],
    ]);
    expect(again.platforms[1]?.because).toBe(`${bad.build().name} has not made it`);
  });

  it('is refused, held or unknown with the reason', async () => {
    const single = new World({ nodes: two, baseArchitectures: ['amd64'] });
    const refused = await foretell(single);
    expect([refused.verdict, refused.platforms, refused.findings.at(-1)?.reason]).toEqual([
      'refused',
      [],
      'BaseImageMissingArchitecture',
    ]);
    const paused = new World({ nodes: two, pool: true });
    paused.edit('MachineConfigPool', 'edge', { spec: { paused: true } });
    const held = await foretell(paused);
    expect([held.verdict, actions(held)]).toEqual(['held', ['amd64 held', 'arm64 held']]);
    const down = new World({ nodes: two });
    down.registryDown = 'connection refused';
    const unknown = await foretell(down);
    expect(unknown).toMatchObject({
      verdict: 'unknown',
      message: expect.stringContaining('connection refused'),
      unanswered: [{ reference: 'registry.example.com/base/os:10', message: 'connection refused' }],
    });
  });

  it('is what then happens, whatever changes', async () => {
    const text = fc.constantFrom('RUN a', 'RUN b', 'RUN c');
    const change = fc.record(
      {
        arm64: text,
        any: text,
        architectures: fc.subarray(['amd64', 'arm64', 's390x'], { minLength: 1 }),
        base: fc.constantFrom('amd64', 'arm64'),
        rebuild: fc.constantFrom('all', 'arm64'),
        level: fc.constantFrom('1', '2'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const world = built(files('RUN a'), { ...two, z1: 's390x' });
        for (const { base, rebuild, ...change } of changes) {
          if (base !== undefined) moveBase(world, base);
          const spec = specOf(change);
          const annotations = rebuild === undefined ? {} : { [names.rebuild]: rebuild };
          const view = await foretell(world, { spec, annotations });
          const started = world.started.length;
          const builds = new Set(world.builds().map(({ name }) => name));
          world.editSpec(spec);
          if (rebuild !== undefined) world.annotate(annotations);
          world.run();
          const told = view.platforms.filter(({ action }) => action === 'build');
          const then = world.started.slice(started).map(({ architecture }) => architecture);
          expect(then.sort()).toEqual(told.map(({ architecture }) => architecture));
          const made = world.builds().filter(({ name }) => !builds.has(name));
          expect(made.map(({ name }) => name)).toEqual(view.verdict === 'build' ? [view.build] : []);
        }
      }),
      { numRuns: propertyRuns(6), seed: 1 },
    );
  });
});
