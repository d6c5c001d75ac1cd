import {
  applyDefaults,
  applyJsonPatch,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStructuralSchema,
} from '@archipelago/apimachinery';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../test/support/property-runs.ts';
import { upstreamDefinitions } from '../../../../test/support/upstream-definitions.ts';
import type { DeploymentParameters } from '../cluster-facts/inputs.ts';
import { inputsOf } from '../config/admission.test-support.ts';
import { configure } from '../config/configure.ts';
import { specSchema } from '../config/crd.ts';
import { desire } from '../config/desire.ts';
import { type Operand, objectKey } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import { settings } from '../config/settings.ts';
import { type Action, keyOf } from '../engine/plan/action.ts';
import type { Live } from './live.ts';
import type { OperandPlan } from './operand-plan.ts';
import { planOperands } from './plan-operands.ts';
import { type Remembered, remember } from './remember.ts';
import { builtInDefaulting, defaultingBySchema, defaultsSchema } from './server-defaults.ts';

const owner = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: 'u' };
const parsedSpec = parseStructuralSchema(specSchema(settings));
const specDefaults = parsedSpec.ok ? compileSchema(parsedSpec.schema) : undefined;

const images = { passtCni: 'cni:1', passtSidecar: 'sidecar:1', waspAgent: 'wasp:1' };

function rendered(
  spec: JsonObject = {},
  annotations: Readonly<Record<string, string>> = {},
  named: DeploymentParameters['images'] = images,
) {
  const whole = specDefaults === undefined ? spec : applyDefaults(specDefaults, spec);
  const defaulted = isJsonObject(whole) ? whole : {};
  const inputs = inputsOf({ cluster: { platform: 'openshift' }, deployment: { images: named } });
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

  live(operand: Operand, foreignWriters: readonly string[] = []): Live {
    const object = this.objects.get(keyOfOperand(operand));
    return object === undefined ? { state: 'absent' } : { state: 'present', object, foreignWriters };
  }
}

const nothingKnown = { unwanted: [], remembered: () => undefined, defaulting };

function keyOfOperand(operand: Operand): string {
  const found = everything.find((one) => one.operand === operand);
  if (found === undefined) throw new Error(`${operand.kind} is not rendered`);
  return objectKey(found.manifest);
}

function defaulting(operand: Operand) {
  const definition = upstreamDefinitions.get(`${operand.plural}.${operand.group}`);
  return definition === undefined
    ? builtInDefaulting(operand.kind)
    : defaultingBySchema(defaultsSchema(definition, operand.version));
}

function planned(
  server: Server,
  wanted: readonly Rendered[],
  memory = new Map<string, Remembered>(),
): OperandPlan {
  return planOperands({
    wanted,
    unwanted: [],
    live: (operand) => server.live(operand),
    remembered: (key) => memory.get(key),
    defaulting,
  });
}

function carryOut(
  server: Server,
  { actions }: OperandPlan,
  wanted: readonly Rendered[],
  memory: Map<string, Remembered>,
): void {
  for (const action of actions) {
    const one = wanted.find(({ manifest }) => objectKey(manifest) === keyOf(action));
    const body = bodyOf(action, server.objects.get(keyOf(action)) ?? {});
    if (one === undefined || body === undefined) continue;
    memory.set(keyOf(action), remember(one, server.store(one.operand, body), defaulting(one.operand)));
  }
}

/** What the server is to store. */
function bodyOf(action: Action, live: JsonObject): JsonObject | undefined {
  const body: unknown = action.kind === 'create' ? action.object : 'body' in action ? action.body : undefined;
  if (action.kind !== 'edit') return isJsonObject(body) ? body : undefined;
  const patched = applyJsonPatch(live, action.operations, 'apiserver');
  if (!patched.ok) throw new Error(patched.message);
  return isJsonObject(patched.value) ? patched.value : undefined;
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

describe('an operand whose image nobody names', () => {
  const nobody = { passtCni: undefined, passtSidecar: undefined, waspAgent: undefined };
  const wanted = rendered(
    { higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
    { 'hco.kubevirt.io/deployPasstNetworkBinding': 'true' },
    nobody,
  );

  it('is refused by name with the fix, whether it is there or not, and holds up nothing else', () => {
    const server = new Server();
    const first = planOperands({ ...nothingKnown, wanted, live: () => ({ state: 'absent' }) });
    const told = first.findings.map(({ reason, message, fix }) => [reason, message, fix]);
    expect(told).toEqual([
      [
        'ImageMissing',
        expect.stringMatching(/passt-binding-cni has no image.*PASST_CNI_IMAGE/),
        expect.stringContaining('--passt-cni-image'),
      ],
      [
        'ImageMissing',
        expect.stringMatching(/wasp-agent has no image.*WASP_AGENT_IMAGE/),
        expect.stringContaining('--wasp-agent-image'),
      ],
    ]);
    expect(first.actions).toHaveLength(wanted.length - 2);
    for (const { operand, manifest } of everything) server.store(operand, manifest);
    expect(
      planned(server, wanted)
        .actions.map(keyOf)
        .filter((key) => key.startsWith('DaemonSet')),
    ).toEqual([]);
  });
});

describe('the plan of operands', () => {
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
          expect(planned(server, everything, memory)).toEqual(nothing);
          expect(planned(server, everything)).toEqual(nothing);
          for (const [key, before] of theirs) expect(othersOf(server.objects.get(key) ?? {})).toEqual(before);
          states += 1;
        },
      ),
      { numRuns: propertyRuns(40), seed: 20_261_121 },
    );
  });

  it('names each difference with its cause', () => {
    const server = new Server();
    const memory = new Map<string, Remembered>();
    carryOut(server, planned(server, rendered()), rendered(), memory);
    const edited = rendered({ liveMigrationConfig: { parallelMigrationsPerCluster: 17 } });
    const [change] = planned(server, edited, memory).actions;
    expect(change).toMatchObject({
      kind: 'edit',
      isRevert: false,
      changes: [
        {
          path: ['spec', 'configuration', 'migrations', 'parallelMigrationsPerCluster'],
          before: 5,
          after: 17,
          because: 'spec.liveMigrationConfig.parallelMigrationsPerCluster',
        },
      ],
    });
  });

  it.each([
    ['comes', false, true, 'spec.featureGates.enableMultiArchBootImageImport'],
    ['goes', true, false, 'nothing asks any more for what is gone'],
  ])('names the cause of an item that %s, not that of its list', (_, before, after, because) => {
    const gate = (isOn: boolean) => rendered({ featureGates: { enableMultiArchBootImageImport: isOn } });
    const server = new Server();
    const memory = new Map<string, Remembered>();
    carryOut(server, planned(server, gate(before)), gate(before), memory);
    const changes = planned(server, gate(after), memory).actions.flatMap((action) =>
      'changes' in action ? action.changes : [],
    );
    const path = ['spec', 'configuration', 'developerConfiguration', 'featureGates'];
    expect(changes.filter((change) => change.path.at(-1) === 'featureGates')).toMatchObject([
      { path, because: expect.stringContaining(because) },
    ]);
  });

  it('tells a foreign change from one of ours, by memory and without', () => {
    const server = new Server();
    const memory = new Map<string, Remembered>();
    carryOut(server, planned(server, everything), everything, memory);
    const cdi = everything.find(({ operand }) => operand.kind === 'CDI');
    if (cdi === undefined) throw new Error('CDI is always there');
    const key = objectKey(cdi.manifest);
    server.store(cdi.operand, { ...server.objects.get(key), spec: { infra: {} } });
    expect(reverts(planned(server, everything, memory))).toEqual([true]);
    expect(reverts(planned(server, everything))).toEqual([false]);
    const foreign = planOperands({
      wanted: [cdi],
      unwanted: [],
      live: (operand) => server.live(operand, ['kubectl-edit']),
      remembered: () => undefined,
      defaulting,
    });
    expect(reverts(foreign)).toEqual([true]);
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
    expect(planned(server, everything, memory)).toEqual(nothing);
  });

  it('recreates what cannot be changed, and deletes only what is ours', () => {
    const server = new Server();
    carryOut(server, planned(server, everything), everything, new Map());
    const priority = everything.find(({ operand }) => operand.kind === 'PriorityClass');
    if (priority === undefined) throw new Error('the priority class is always there');
    server.store(priority.operand, { ...priority.manifest, value: 5 });
    const { actions } = planned(server, everything);
    expect(actions.map((action) => [action.kind, keyOf(action)])).toEqual([
      ['recreate', 'PriorityClass/kubevirt-cluster-critical'],
    ]);
    const unwanted = (app: string): OperandPlan => {
      server.store(priority.operand, {
        ...priority.manifest,
        metadata: { name: 'kubevirt-cluster-critical', labels: { app } },
      });
      return planOperands({
        wanted: [],
        unwanted: [{ ...priority, because: 'nobody wants it' }],
        live: (operand) => server.live(operand),
        remembered: () => undefined,
        defaulting,
      });
    };
    expect(unwanted('kubevirt-hyperconverged').actions).toMatchObject([
      { kind: 'delete', because: 'nobody wants it' },
    ]);
    expect(unwanted('somebody-else')).toEqual(nothing);
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
      planOperands({
        wanted: everything.slice(0, 1),
        unwanted: [],
        live: () => live,
        remembered: () => undefined,
        defaulting,
      }),
    );
    expect(found).toMatchObject([
      { actions: [], findings: [{ level: 'info', reason: 'Unread' }] },
      { actions: [], findings: [{ level: 'error', reason: 'NotServed', definition: 'd' }] },
      { actions: [], findings: [{ level: 'info', reason: 'Terminating' }] },
    ]);
  });
});

const nothing: OperandPlan = { actions: [], findings: [], questions: [], wakeAt: undefined, learned: [] };

function reverts({ actions }: OperandPlan): readonly boolean[] {
  return actions.flatMap((action) => (action.kind === 'edit' ? [action.isRevert] : []));
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
