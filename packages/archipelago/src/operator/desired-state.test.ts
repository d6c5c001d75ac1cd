import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { nodeFacts, standardDeployment } from '../cluster-facts/standard-cluster.ts';
import { goldenImagesOf } from '../golden-images/golden-images-of.ts';
import type { RegistryAnswers } from '../golden-images/images/image-knowledge.ts';
import { DesiredState } from './desired-state.ts';

const spec = { featureGates: { enableMultiArchBootImageImport: true } };

function lab() {
  const cluster = {
    nodes: [nodeFacts('a', 'amd64', ['worker'])],
    isOpenShift: false,
    importer: 'builtin' as 'builtin' | 'ssp',
    answers: undefined as RegistryAnswers | undefined,
  };
  const state = new DesiredState({
    mirror: {
      platform: () => (cluster.isOpenShift ? 'openshift' : 'kubernetes'),
      configuration: () => undefined,
      isServed: () => true,
      nodes: () => cluster.nodes,
    },
    images: { importer: () => cluster.importer, answers: () => cluster.answers },
    deployment: standardDeployment,
    namespace: 'here',
    random: () => 0.5,
  });
  const stored = (changed: JsonObject = {}): JsonObject =>
    structuredClone({ metadata: { name: 'hc', uid: 'u', annotations: {} }, spec, ...changed });
  return { cluster, of: (object = stored()) => state.of(object), stored, state };
}

describe('what a HyperConverged comes to', () => {
  it('is the very same while nothing it follows from changes, whatever news there is', () => {
    const { cluster, of, stored } = lab();
    const first = of();
    cluster.nodes = [...cluster.nodes];
    const again = of(
      stored({ status: { conditions: [{ type: 'Available' }], dataImportSchedule: '30 6/12 * * *' } }),
    );
    expect(again).toBe(first);
    expect(again.desired()).toBe(first.desired());
    expect(again.refusals()).toBe(first.refusals());
  });

  it.each<[string, (lab_: ReturnType<typeof lab>) => JsonObject]>([
    ['the spec', ({ stored }) => stored({ spec: { ...spec, defaultCPUModel: 'x' } })],
    [
      'an annotation',
      ({ stored }) => stored({ metadata: { uid: 'u', name: 'hc', annotations: { a: 'b' } } }),
    ],
    ['the owner', ({ stored }) => stored({ metadata: { uid: 'other', name: 'hc', annotations: {} } })],
    ['the schedule', ({ stored }) => stored({ status: { dataImportSchedule: '1 2/12 * * *' } })],
    ['what images are remembered', ({ stored }) => stored({ status: { dataImportCronTemplates: [{}] } })],
    [
      'a node',
      ({ cluster, stored }) => {
        cluster.nodes = [...cluster.nodes, nodeFacts('b', 'arm64', ['worker'])];
        return stored();
      },
    ],
    [
      'the platform',
      ({ cluster, stored }) => {
        cluster.isOpenShift = true;
        return stored();
      },
    ],
    [
      'who imports images',
      ({ cluster, stored }) => {
        cluster.importer = 'ssp';
        return stored();
      },
    ],
    [
      'what registries say',
      ({ cluster, stored }) => {
        cluster.answers = new Map();
        return stored();
      },
    ],
  ])('follows %s', (_, change) => {
    const here = lab();
    const first = here.of();
    expect(here.of(change(here))).not.toBe(first);
  });

  it('has the very manifests of before where an edit does not concern them', () => {
    const { of, stored } = lab();
    const before = new Map(
      of()
        .desired()
        .operands.map(({ operand, manifest }) => [operand.kind, manifest]),
    );
    const edited = of(stored({ spec: { ...spec, defaultCPUModel: 'x' } })).desired().operands;
    const others = edited.filter((one) => before.get(one.operand.kind) !== one.manifest);
    expect(others.map(({ operand }) => operand.kind)).toEqual(['KubeVirt']);
    expect(others[0]?.manifest).toMatchObject({ spec: { configuration: { cpuModel: 'x' } } });
  });

  it('has the deployment, the drawn schedule and the answers in it', () => {
    const { cluster, of } = lab();
    cluster.answers = new Map();
    const { configured, desired } = of();
    expect(configured.deployment).toMatchObject({
      operatorNamespace: 'here',
      goldenImageImporter: 'builtin',
    });
    expect(configured.memory.dataImportSchedule).toBe('30 6/12 * * *');
    expect(goldenImagesOf(desired()).map(({ knowledge }) => knowledge)).toContainEqual({ kind: 'pending' });
  });

  it('is made of the inputs that admission completes an object with, whose facts are derived once', () => {
    const { state, stored, of } = lab();
    const inputs = state.inputsFor(stored());
    expect({ ...of().configured }).toMatchObject(inputs);
    expect(inputs.facts.workloadArchitectures).toEqual(['amd64']);
    expect(state.inputsFor(stored({ spec: {} })).facts).toBe(inputs.facts);
    const nowhere = { workloads: { nodePlacement: { nodeSelector: { none: 'such' } } } };
    expect(state.inputsFor(stored({ spec: nowhere })).facts.workloadArchitectures).toEqual([]);
  });

  it('refuses what has the wrong shape, and is computed without it', () => {
    const { of, stored } = lab();
    const outcome = of(stored({ spec: { ...spec, certConfig: 'x', defaultCPUModel: 'x' } }));
    expect(outcome.refusals().settings.map(({ at }) => at)).toEqual(['spec.certConfig']);
    const kubevirt = outcome.desired().operands.find(({ operand }) => operand.kind === 'KubeVirt');
    expect(kubevirt?.manifest).toMatchObject({ spec: { configuration: { cpuModel: 'x' } } });
  });

  it('has nothing to refuse where nothing is wrong, and says what is', () => {
    const { of, stored } = lab();
    expect(of().refusals()).toEqual({ settings: [], patches: [] });
    const refused = of(stored({ spec: { certConfig: { ca: { duration: '1m', renewBefore: '2m' } } } }));
    const { settings, patches } = refused.refusals();
    expect(settings.map(({ at }) => at)).toContainEqual(expect.stringContaining('spec.certConfig'));
    expect(patches).toEqual([]);
    const annotations = { 'kubevirt.kubevirt.io/jsonpatch': '[{' };
    const patched = of(stored({ metadata: { uid: 'u', name: 'hc', annotations } })).refusals();
    expect(patched.settings).toEqual([]);
    expect(patched.patches.map(({ at }) => at)).toEqual([
      'metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]',
    ]);
  });
});
