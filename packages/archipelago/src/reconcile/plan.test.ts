import {
  applyDefaults,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStructuralSchema,
} from '@archipelago/apimachinery';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { upstreamDefinitions } from '../../../../test/support/upstream-definitions.ts';
import { inputsOf } from '../config/admission.test-support.ts';
import { configure } from '../config/configure.ts';
import { specSchema } from '../config/crd.ts';
import { desire } from '../config/desire.ts';
import { type Operand, objectKey } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import { settings } from '../config/settings.ts';
import type { Live } from './live.ts';
import { type Action, componentName, isSettled, type Plan, plan, type Remembered, remember } from './plan.ts';
import { builtInDefaulting, defaultingBySchema, defaultsSchema } from './server-defaults.ts';

const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
const parsedSpec = parseStructuralSchema(specSchema(settings));
const specDefaults = parsedSpec.ok ? compileSchema(parsedSpec.schema) : undefined;

function rendered(spec: JsonObject = {}, annotations: Readonly<Record<string, string>> = {}) {
  const whole = specDefaults === undefined ? spec : applyDefaults(specDefaults, spec);
  const defaulted = isJsonObject(whole) ? whole : {};
  const inputs = inputsOf({ cluster: { platform: 'openshift' } });
  return desire(configure({ written: spec, spec: defaulted, annotations }, inputs), owner).operands;
}

const everything = rendered(
  { enableApplicationAwareQuota: true, higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
  { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' },
);

/** A server without requests: defaults, drops nulls, keeps what it cannot know away. */
class Server {
  readonly objects = new Map<string, JsonObject>();
  version = 1;

  store(operand: Operand, object: JsonObject): JsonObject {
    this.version += 1;
    const metadata = isJsonObject(object.metadata) ? object.metadata : {};
    const stored = {
      ...defaulting(operand)(object),
      metadata: {
        ...metadata,
        uid: metadata.uid ?? `uid-${this.version}`,
        resourceVersion: String(this.version),
      },
    };
    this.objects.set(objectKey(stored), stored);
    return stored;
  }

  live(key: string): Live {
    const object = this.objects.get(key);
    return object === undefined ? { state: 'absent' } : { state: 'present', object, foreignWriters: [] };
  }
}

function defaulting(operand: Operand) {
  const definition = upstreamDefinitions.get(`${operand.plural}.${operand.group}`);
  return definition === undefined
    ? builtInDefaulting(operand.kind)
    : defaultingBySchema(defaultsSchema(definition, operand.version));
}

function planned(server: Server, wanted: readonly Rendered[], memory = new Map<string, Remembered>()): Plan {
  return plan({
    wanted,
    unwanted: [],
    live: (key) => server.live(key),
    remembered: (key) => memory.get(key),
    defaulting,
  });
}

function carryOut(
  server: Server,
  actions: Plan,
  wanted: readonly Rendered[],
  memory: Map<string, Remembered>,
): void {
  for (const action of actions) {
    const one = wanted.find(({ manifest }) => objectKey(manifest) === action.key);
    if (one === undefined || !('body' in action)) continue;
    memory.set(
      action.key,
      remember(one, server.store(action.operand, action.body), defaulting(action.operand)),
    );
  }
}

const leaf = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom('a', 'b', ''),
  fc.constant(null),
);
const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('spec', 'infra', 'x', '__proto__', 'constructor', 'labels'), tie('value')),
  ),
})).value;

/** An object that somebody else may have made of one of ours. */
const anyVandalism = fc.record({
  spec: fc.option(anyJson, { nil: undefined }),
  labels: fc.dictionary(
    fc.constantFrom('app', 'mine', 'app.kubernetes.io/part-of'),
    fc.constantFrom('x', 'y'),
  ),
  annotations: fc.dictionary(
    fc.constantFrom('a', 'cdi.kubevirt.io/configAuthority'),
    fc.constantFrom('x', 'y'),
  ),
  ownerReferences: fc.array(
    fc.record({
      kind: fc.constantFrom('HyperConverged', 'Node'),
      name: fc.constant('n'),
      controller: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
});

function vandalized(
  { manifest }: Rendered,
  { spec, ...metadata }: { spec: JsonValue | undefined } & JsonObject,
): JsonObject {
  const own = isJsonObject(manifest.metadata) ? manifest.metadata : {};
  return { ...manifest, ...(spec === undefined ? {} : { spec }), metadata: { ...own, ...metadata } };
}

describe('plan', () => {
  let states = 0;
  afterAll(() => console.log(`plans: ${states} live states converged in one apply`));

  it('converges in one apply from any live state, and then changes nothing, also without memory', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(anyVandalism), { minLength: everything.length, maxLength: everything.length }),
        (damage) => {
          const server = new Server();
          for (const [index, one] of everything.entries()) {
            const hurt = damage[index];
            if (hurt) server.store(one.operand, vandalized(one, hurt));
          }
          const theirs = new Map([...server.objects].map(([key, object]) => [key, othersOf(object)]));
          const memory = new Map<string, Remembered>();
          carryOut(server, planned(server, everything), everything, memory);
          expect(isSettled(planned(server, everything, memory))).toBe(true);
          expect(isSettled(planned(server, everything))).toBe(true);
          for (const [key, before] of theirs) expect(othersOf(server.objects.get(key) ?? {})).toEqual(before);
          states += 1;
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 75), seed: 20_261_121 },
    );
  });

  it('names each difference with its cause', () => {
    const server = new Server();
    const memory = new Map<string, Remembered>();
    carryOut(server, planned(server, rendered()), rendered(), memory);
    const edited = rendered({ liveMigrationConfig: { parallelMigrationsPerCluster: 17 } });
    const [change] = planned(server, edited, memory).filter(({ verb }) => verb === 'update');
    expect(change).toMatchObject({
      verb: 'update',
      reason: 'specChanged',
      differences: [
        {
          path: ['spec', 'configuration', 'migrations', 'parallelMigrationsPerCluster'],
          before: 5,
          after: 17,
          cause: { kind: 'written', by: 'spec.liveMigrationConfig.parallelMigrationsPerCluster' },
        },
      ],
    });
  });

  it('tells a foreign change from one of ours, by memory and without', () => {
    const server = new Server();
    const memory = new Map<string, Remembered>();
    carryOut(server, planned(server, everything), everything, memory);
    const cdi = everything.find(({ operand }) => operand.kind === 'CDI');
    if (cdi === undefined) throw new Error('CDI is always there');
    const key = objectKey(cdi.manifest);
    server.store(cdi.operand, { ...server.objects.get(key), spec: { infra: {} } });
    expect(reasons(planned(server, everything, memory))).toEqual(['drift']);
    expect(reasons(planned(server, everything))).toEqual(['specChanged']);
    const foreign = plan({
      wanted: [cdi],
      unwanted: [],
      live: (each) => ({ ...server.live(each), foreignWriters: ['kubectl-edit'] }) as Live,
      remembered: () => undefined,
      defaulting,
    });
    expect(reasons(foreign)).toEqual(['drift']);
  });

  it('accepts what a server insists on, once it has answered', () => {
    const server = new Server();
    const memory = new Map<string, Remembered>();
    carryOut(server, planned(server, everything), everything, memory);
    const cdi = everything.find(({ operand }) => operand.kind === 'CDI');
    if (cdi === undefined) throw new Error('CDI is always there');
    const mutated = server.store(cdi.operand, {
      ...cdi.manifest,
      spec: { ...specOf(cdi.manifest), byWebhook: true },
    });
    memory.set(objectKey(cdi.manifest), remember(cdi, mutated, defaulting(cdi.operand)));
    expect(isSettled(planned(server, everything, memory))).toBe(true);
  });

  it('recreates what cannot be changed, and deletes only what is ours', () => {
    const server = new Server();
    carryOut(server, planned(server, everything), everything, new Map());
    const priority = everything.find(({ operand }) => operand.kind === 'PriorityClass');
    if (priority === undefined) throw new Error('the priority class is always there');
    server.store(priority.operand, { ...priority.manifest, value: 5 });
    expect(planned(server, everything).filter(({ verb }) => verb !== 'unchanged')).toMatchObject([
      { verb: 'recreate', key: 'PriorityClass/kubevirt-cluster-critical' },
    ]);
    const unwanted = (app: string): readonly Action[] => {
      server.store(priority.operand, {
        ...priority.manifest,
        metadata: { name: 'kubevirt-cluster-critical', labels: { app } },
      });
      return plan({
        wanted: [],
        unwanted: [priority],
        live: (key) => server.live(key),
        remembered: () => undefined,
        defaulting,
      });
    };
    expect(unwanted('kubevirt-hyperconverged')).toMatchObject([{ verb: 'delete', reason: 'notWanted' }]);
    expect(unwanted('somebody-else')).toEqual([]);
  });

  it('waits where nothing is known, served or left', () => {
    const states: readonly Live[] = [
      { state: 'unknown' },
      { state: 'notServed', definition: 'd' },
      {
        state: 'present',
        object: { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } },
        foreignWriters: [],
      },
    ];
    const found = states.map((live) =>
      plan({
        wanted: everything.slice(0, 1),
        unwanted: [],
        live: () => live,
        remembered: () => undefined,
        defaulting,
      }),
    );
    expect(found).toMatchObject([
      [{ verb: 'wait', obstacle: { because: 'unknown' } }],
      [{ verb: 'wait', obstacle: { because: 'notServed', definition: 'd' } }],
      [{ verb: 'wait', obstacle: { because: 'terminating' } }],
    ]);
  });

  it('names components as the configuration guide does', () => {
    const names = planned(new Server(), everything).map(componentName);
    expect(names).toContain('kubevirt-kubevirt-hyperconverged');
    expect(names).toContain('networkaddonsconfig-cluster');
  });
});

function reasons(actions: Plan): readonly string[] {
  return actions.flatMap((action) => (action.verb === 'update' ? [action.reason] : []));
}

function specOf({ spec }: JsonObject): JsonObject {
  return isJsonObject(spec) ? spec : {};
}

/** Labels and annotations that no operand of ours has. */
function othersOf({ metadata }: JsonObject): JsonValue {
  const { labels, annotations } = isJsonObject(metadata) ? metadata : {};
  const mine = isJsonObject(labels) ? labels.mine : undefined;
  return { mine: mine ?? null, a: isJsonObject(annotations) ? (annotations.a ?? null) : null };
}
