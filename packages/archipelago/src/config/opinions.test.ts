import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { DerivedInputs } from '../cluster-facts/inputs.ts';
import { nodeFacts, standardInputs } from '../cluster-facts/standard-cluster.ts';
import { causeAt, desiredOf, type Given, renderedAt } from './admission.test-support.ts';
import { deriveFacts } from './derive-facts.ts';
import { type Cause, printCause } from './framework/cause.ts';
import { type FieldPath, printFieldPath } from './framework/field-path.ts';
import { operand } from './framework/operand.ts';
import { forEachLeaf, OperandDraft } from './framework/operand-draft.ts';
import { type Configuration, resolve } from './framework/resolve.ts';
import { type Setting, setting } from './framework/setting.ts';
import { passt } from './operands/passt/passt.ts';
import { waspAgent } from './operands/wasp-agent/wasp-agent.ts';
import { operands } from './operands.ts';
import { landingsByOperand, type Rendered, render } from './render.ts';
import { settings } from './settings.ts';
import { mapOf } from './shapes/map-of.ts';

const passtKey = 'hco.kubevirt.io/deployPasstNetworkBinding';
const ours = { domainAttachmentType: 'tap', sidecarImage: 'theirs', migration: { method: 'theirs' } };

/** The first example of every setting at once. */
const everything: Given = {
  spec: settings
    .flatMap(({ examples }: Setting) => examples.slice(0, 1))
    .reduce<JsonObject>((sum, { spec }) => (spec === undefined ? sum : overlaid(sum, spec)), {}),
  annotations: { [passtKey]: 'true', deployOVS: 'true' },
};
/** Values that contradict what is not theirs to decide. */
const contrary: Given = {
  spec: {
    networkBinding: { l2bridge: ours, passt: ours, mine: ours },
    obsoleteCPUs: { cpuModels: ['pentium', 'qemu64-v1', 'EPYC'] },
    featureGates: Object.fromEntries(
      settings
        .filter(({ source }: Setting) => source.in === 'spec' && source.path.startsWith('featureGates.'))
        .map(({ name }) => [name.replace('spec.featureGates.', ''), false]),
    ),
    infra: { nodePlacement: { nodeSelector: { a: 'b' }, affinity: {} } },
    workloads: { nodePlacement: { nodeSelector: { a: 'b' }, affinity: {} } },
    higherWorkloadDensity: { memoryOvercommitPercentage: 200 },
    enableApplicationAwareQuota: true,
    virtualMachineOptions: { disableSerialConsoleLog: false },
    logVerbosityConfig: { cdi: 1, kubevirt: { virtAPI: 1 } },
  },
};
const emulated = {
  kvmEmulation: true,
  images: { passtCni: 'cni', passtSidecar: 'sidecar', waspAgent: 'wasp' },
};
const clusters: readonly (readonly [name: string, on: Pick<Given, 'cluster' | 'deployment'>])[] = [
  ['Kubernetes', {}],
  ['OpenShift', { cluster: { platform: 'openshift' } }],
  [
    'one worker and no control plane, emulating',
    { cluster: { nodes: [nodeFacts('w', 'arm64', ['worker'])] }, deployment: emulated },
  ],
  [
    'OpenShift on one node',
    { cluster: { platform: 'openshift', nodes: [nodeFacts('n', 'amd64', ['worker', 'master'])] } },
  ],
];
const specs: readonly (readonly [name: string, given: Given])[] = [
  ['nothing', {}],
  ['every example', everything],
  ['the contrary', contrary],
  ['the contrary, with passt', { ...contrary, annotations: { [passtKey]: 'true' } }],
];

function overlaid(below: JsonObject, above: JsonObject): JsonObject {
  const members = Object.entries(above).map(([key, value]): [string, JsonValue | undefined] => {
    const under = below[key];
    return [key, isJsonObject(under) && isJsonObject(value) ? overlaid(under, value) : value];
  });
  return { ...below, ...Object.fromEntries(members) };
}

/** What the baseline decides: a leaf with its value, or an item that a list has. */
interface Decided {
  readonly path: FieldPath;
  readonly value: JsonValue;
  readonly isItem: boolean;
  readonly cause: Cause;
}

function decided({ operand: { baseline } }: Rendered, inputs: DerivedInputs): readonly Decided[] {
  return baseline.flatMap(({ field, mode, value, cause }): readonly Decided[] => {
    const landed = value(inputs);
    if (landed === undefined) return [];
    const start = field.split('.');
    if (mode === 'append') return [{ path: start, value: landed, isItem: true, cause }];
    const leaves: Decided[] = [];
    forEachLeaf(landed, [], (leaf) => {
      const at = valueAt(landed, ...leaf) ?? null;
      // an empty object may get members; that it is there is decided
      if (!isJsonObject(at)) leaves.push({ path: [...start, ...leaf], value: at, isItem: false, cause });
    });
    return leaves;
  });
}

describe.each(clusters)('on %s', (_, on) => {
  it.each(specs)('what the baseline decides stays as it is with %s in the spec', (_name, given) => {
    const desired = desiredOf({ ...given, ...on });
    const { operands: rendered } = desired;
    let compared = 0;
    for (const one of rendered) {
      const causes = new Map(one.causes.map(({ path, cause }) => [printFieldPath(path), cause]));
      for (const { path, value, isItem, cause } of decided(one, desired)) {
        compared += 1;
        const title = `${one.operand.kind} ${printFieldPath(path)}`;
        const found = valueAt(one.manifest, ...path);
        if (isItem) expect(found, title).toContain(value);
        else expect(found, title).toEqual(value);
        const leaf = isItem && Array.isArray(found) ? [...path, found.indexOf(value)] : path;
        expect(causes.get(printFieldPath(leaf)), title).toEqual(cause);
      }
    }
    expect(compared).toBeGreaterThan(50);
  });
});

describe('the bindings that ship with the product', () => {
  const binding = 'KubeVirt.spec.configuration.network.binding';
  const l2bridge = { domainAttachmentType: 'managedTap', migration: {} };

  it('do not take what a plugin of the same name says', () => {
    const { operands: rendered } = desiredOf(contrary);
    expect(renderedAt(rendered, binding)).toEqual({ l2bridge, passt: ours, mine: ours });
  });

  it('are two where passt is deployed', () => {
    const { operands: rendered } = desiredOf({ ...contrary, annotations: { [passtKey]: 'true' } });
    expect(renderedAt(rendered, binding)).toEqual({
      l2bridge,
      mine: ours,
      passt: {
        networkAttachmentDefinition: 'default/primary-udn-kubevirt-binding',
        computeResourceOverhead: { requests: { memory: '250Mi' } },
        migration: {},
      },
    });
    expect(causeAt(rendered, `${binding}.passt.networkAttachmentDefinition`)).toEqual({
      kind: 'written',
      by: `metadata.annotations["${passtKey}"]`,
    });
  });
});

it('models that are always obsolete stay so because of the product', () => {
  const { operands: rendered } = desiredOf(contrary);
  const at = (model: string) => `KubeVirt.spec.configuration.obsoleteCPUModels["${model}"]`;
  expect(renderedAt(rendered, at('pentium'))).toBe(true);
  expect(causeAt(rendered, 'KubeVirt.spec.configuration.obsoleteCPUModels.pentium')?.kind).toBe('opinion');
  expect(causeAt(rendered, 'KubeVirt.spec.configuration.obsoleteCPUModels.EPYC')?.kind).toBe('written');
});

it('a patch annotation changes an opinion, and says so', () => {
  const key = 'kubevirt.kubevirt.io/jsonpatch';
  const path = '/spec/configuration/vmRolloutStrategy';
  const annotations = { [key]: JSON.stringify([{ op: 'replace', path, value: 'Stage' }]) };
  const { operands: rendered } = desiredOf({ annotations });
  expect(renderedAt(rendered, 'KubeVirt.spec.configuration.vmRolloutStrategy')).toBe('Stage');
  expect(causeAt(rendered, 'KubeVirt.spec.configuration.vmRolloutStrategy')).toEqual({
    kind: 'patch',
    by: `metadata.annotations["${key}"]`,
  });
});

describe('a setting and a baseline that meet', () => {
  interface Thing {
    readonly spec: {
      readonly text: string;
      readonly list: readonly string[];
      readonly gates: readonly string[];
      readonly map: Readonly<Record<string, { readonly a?: string; readonly b?: string }>>;
    };
  }
  const thing = operand<Thing>({
    group: 'g',
    version: 'v1',
    kind: 'Thing',
    plural: 'things',
    component: 'thing',
    name: () => 'thing',
    listOrder: { 'spec.gates': ['Second', 'First'] },
    baseline: ({ opinion, fact, item }) => [
      opinion('spec.text', 'ours', 'we think so'),
      fact('spec.list', 'the platform', ({ facts }) => [facts.platform]),
      opinion('spec.map', { one: { a: 'ours' } }, 'we think so'),
      item('spec.gates', 'First', 'always on'),
      item('spec.gates', 'Never', 'elsewhere', ({ facts }) => facts.platform === 'openshift'),
    ],
  });
  const schema = Type.Object({
    text: Type.Optional(Type.String()),
    list: Type.Optional(Type.Unsafe<readonly string[]>({})),
    map: Type.Optional(
      mapOf(Type.Object({ a: Type.Optional(Type.String()), b: Type.Optional(Type.String()) })),
    ),
  });
  const one = setting({
    path: 'one',
    summary: '',
    schema,
    default: { text: 'default' },
    examples: [],
    lands: ({ part, always, append }) => [
      ...part('text', ({ copy }) => [copy(thing, 'spec.text')]),
      ...part('list', ({ set }) => [set(thing, 'spec.list', (value) => value)]),
      ...part('map', ({ copy }) => [copy(thing, 'spec.map')]),
      always(thing, 'spec.text', () => 'always'),
      append(thing, 'spec.gates', 'First', () => true),
      append(thing, 'spec.gates', 'Second', () => true),
      append(thing, 'spec.gates', 'Unlisted', () => true),
      append(thing, 'spec.gates', 'Closed', () => false),
    ],
  });
  const written = {
    one: {
      text: 'theirs',
      list: ['theirs'],
      map: { one: { a: 'theirs', b: 'theirs' }, two: { a: 'theirs' } },
    },
  };

  function rendered(configuration: Partial<Configuration>) {
    const whole = { written: {}, spec: {}, annotations: {}, ...configuration };
    const inputs = { ...standardInputs, facts: deriveFacts(standardInputs.facts, undefined) };
    const configured = { ...inputs, configuration: whole, resolution: resolve([one], whole, inputs) };
    const owner = { name: 'hc', namespace: 'ns', uid: undefined };
    return render({ operands: [thing], landings: landingsByOperand([one]), configured, owner });
  }

  it('keep what the baseline says, and add what it does not say', () => {
    const result = rendered({ written, spec: written });
    expect(renderedAt(result, 'Thing.spec')).toEqual({
      text: 'ours',
      list: ['kubernetes'],
      gates: ['Second', 'First', 'Unlisted'],
      map: { one: { a: 'ours', b: 'theirs' }, two: { a: 'theirs' } },
    });
  });

  it('tell who decided each leaf', () => {
    const result = rendered({ written, spec: written });
    const opinion = { kind: 'opinion', because: 'we think so' };
    const theirs = (by: string) => ({ kind: 'written', by: `spec.one${by}` });
    expect(causeAt(result, 'Thing.spec.text')).toEqual(opinion);
    expect(causeAt(result, 'Thing.spec.list[0]')).toEqual({ kind: 'fact', fact: 'the platform' });
    expect(causeAt(result, 'Thing.spec.map.one.a')).toEqual(opinion);
    expect(causeAt(result, 'Thing.spec.map.one.b')).toEqual(theirs('.map.one.b'));
    expect(causeAt(result, 'Thing.spec.map.two.a')).toEqual(theirs('.map.two.a'));
    expect(causeAt(result, 'Thing.spec.gates[0]')).toEqual(theirs(''));
    expect(causeAt(result, 'Thing.spec.gates[1]')).toEqual({ kind: 'opinion', because: 'always on' });
  });

  it('are the same for a default', () => {
    const result = rendered({ spec: { one: { text: 'default' } } });
    expect(renderedAt(result, 'Thing.spec.text')).toBe('ours');
    expect(causeAt(result, 'Thing.spec.text')?.kind).toBe('opinion');
  });
});

describe('an operand in the making', () => {
  const by = (name: string) => () => ({ kind: 'written', by: name }) as const;
  const drafted = (...writes: readonly (readonly [path: readonly string[], value: JsonValue])[]) => {
    const draft = new OperandDraft();
    for (const [index, [path, value]] of writes.entries()) draft.write(path, value, by(String(index)));
    const { manifest, causes } = draft.finish({});
    return [manifest, causes.map(({ path, cause }) => `${printFieldPath(path)} ${printCause(cause)}`)];
  };

  it.each<[string, readonly (readonly [readonly string[], JsonValue])[], JsonObject, readonly string[]]>([
    [
      'an object where a text stands',
      [
        [['a'], 'x'],
        [['a'], { b: 1 }],
      ],
      { a: 'x' },
      ['a 0'],
    ],
    [
      'a member of a text',
      [
        [['a'], 'x'],
        [['a', 'b'], 1],
      ],
      { a: 'x' },
      ['a 0'],
    ],
    [
      'a text where an object stands',
      [
        [['a', 'b'], 1],
        [['a'], 'x'],
      ],
      { a: { b: 1 } },
      ['a.b 0'],
    ],
    [
      'another list',
      [
        [['a'], [1, 2]],
        [['a'], [3]],
      ],
      { a: [1, 2] },
      ['a[0] 0', 'a[1] 0'],
    ],
    [
      'a list where an object stands',
      [
        [['a'], {}],
        [['a'], [3]],
      ],
      { a: {} },
      ['a 0'],
    ],
    [
      'members beside others',
      [
        [['a'], { b: 1 }],
        [['a'], { b: 2, c: 3 }],
      ],
      { a: { b: 1, c: 3 } },
      ['a.b 0', 'a.c 1'],
    ],
    [
      'an empty object that gets members',
      [
        [['a'], {}],
        [['a', 'b'], 1],
      ],
      { a: { b: 1 } },
      ['a.b 1'],
    ],
    [
      'an empty object again',
      [
        [['a'], {}],
        [['a'], {}],
      ],
      { a: {} },
      ['a 0'],
    ],
    [
      'an empty object where members were',
      [
        [['a', 'b'], 1],
        [['a'], {}],
      ],
      { a: { b: 1 } },
      ['a.b 0'],
    ],
    [
      'null',
      [
        [['a'], null],
        [['a'], 1],
      ],
      { a: null },
      ['a 0'],
    ],
    [
      'members in the order of their names',
      [
        [['b'], 1],
        [['a'], 2],
      ],
      { a: 2, b: 1 },
      ['a 1', 'b 0'],
    ],
  ])('keeps what came first: %s', (_, writes, manifest, causes) => {
    expect(drafted(...writes)).toEqual([manifest, causes]);
    expect(Object.keys(drafted(...writes)[0] ?? {})).toEqual(Object.keys(manifest));
  });

  it('orders the lists that several settings feed, what is not listed last and by name', () => {
    const draft = new OperandDraft();
    for (const gate of ['z', 'b', 'a', 'c', 'b']) draft.append(['l'], gate, { kind: 'written', by: gate });
    draft.append(['other'], 'x', { kind: 'default', by: 'x' });
    const { manifest, causes } = draft.finish({ l: ['c', 'b'] });
    expect(manifest).toEqual({ l: ['c', 'b', 'a', 'z'], other: ['x'] });
    expect(causes.map(({ cause }) => printCause(cause))).toEqual(['c', 'b', 'a', 'z', 'default of x']);
  });
});

describe('operands that some settings ask for', () => {
  const present = (given: Given) => desiredOf(given).operands.map(({ operand: { kind } }) => kind);
  const always = ['PriorityClass', 'KubeVirt', 'CDI', 'NetworkAddonsConfig'];
  const onOpenShift: Given = { cluster: { platform: 'openshift' } };
  const kindsOf = (list: readonly { readonly kind: string }[]) => list.map(({ kind }) => kind);

  it('are handled in one order', () => {
    expect(present({})).toEqual(always);
    expect(present(onOpenShift)).toEqual([...always, 'SSP']);
    expect(present({ ...everything, ...onOpenShift })).toEqual(kindsOf(operands));
  });

  it.each<[string, Given, readonly string[]]>([
    ['quotas', { spec: { enableApplicationAwareQuota: true } }, [...always, 'AAQ']],
    [
      'quotas, by their former spelling',
      { spec: { featureGates: { enableApplicationAwareQuota: true } } },
      [...always, 'AAQ'],
    ],
    [
      'the passt binding',
      { annotations: { [passtKey]: 'true' } },
      [...always, 'NetworkAttachmentDefinition', 'DaemonSet'],
    ],
    ['passt that is not exactly "true"', { annotations: { [passtKey]: 'True' } }, always],
    [
      'the passt binding on OpenShift',
      { ...onOpenShift, annotations: { [passtKey]: 'true' } },
      [...always, ...kindsOf(passt), 'SSP'],
    ],
    [
      'overcommitted memory on Kubernetes',
      { spec: { higherWorkloadDensity: { memoryOvercommitPercentage: 101 } } },
      always,
    ],
    [
      'overcommitted memory',
      { ...onOpenShift, spec: { higherWorkloadDensity: { memoryOvercommitPercentage: 101 } } },
      [...always, 'SSP', ...kindsOf(waspAgent)],
    ],
    [
      'memory that is not overcommitted',
      { ...onOpenShift, spec: { higherWorkloadDensity: { memoryOvercommitPercentage: 100 } } },
      [...always, 'SSP'],
    ],
  ])('%s', (_, given, kinds) => {
    expect(present(given)).toEqual(kinds);
  });
});

describe('where the DaemonSets of our own run', () => {
  const placement = { nodeSelector: { virt: 'yes' }, affinity: { nodeAffinity: {} } };
  const term = { matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In' }] };
  const spread = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 90 }] } };
  const oneWorker = [nodeFacts('c', 'amd64', ['control-plane']), nodeFacts('w', 'amd64', ['worker'])];
  const pods = (given: Given) => renderedAt(desiredOf(given).operands, 'DaemonSet.spec.template.spec');

  const withPasst: Given = {
    annotations: { [passtKey]: 'true' },
    spec: { workloads: { nodePlacement: placement }, infra: { nodePlacement: placement } },
  };
  it('passt is installed on every node, whatever the placements', () => {
    expect(pods(withPasst)).toMatchObject({ affinity: spread });
    expect(pods(withPasst)).not.toHaveProperty('nodeSelector');
    expect(pods({ ...withPasst, cluster: { nodes: oneWorker } })).not.toHaveProperty('affinity');
  });

  const withWasp: Given = {
    spec: { higherWorkloadDensity: { memoryOvercommitPercentage: 150 } },
    cluster: { platform: 'openshift' },
  };
  it('wasp is spread over the nodes where there are two workers', () => {
    expect(pods(withWasp)).toMatchObject({ affinity: spread });
    expect(pods({ ...withWasp, cluster: { ...withWasp.cluster, nodes: oneWorker } })).not.toHaveProperty(
      'affinity',
    );
    expect(JSON.stringify(pods(withWasp))).toContain(JSON.stringify(term.matchExpressions[0]).slice(1, -1));
  });

  it('wasp follows the placement of the infrastructure, and of that only', () => {
    const spec = { ...withWasp.spec, infra: { nodePlacement: placement } };
    expect(pods({ ...withWasp, spec })).toMatchObject(placement);
    expect(
      pods({ ...withWasp, spec: { ...withWasp.spec, workloads: { nodePlacement: placement } } }),
    ).toEqual(pods(withWasp));
  });
});
