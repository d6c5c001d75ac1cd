import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { standardWorkers } from '../../../simulation/actors/node-counts.ts';
import { simulatedNodes } from '../../../simulation/actors/simulated-nodes.ts';
import { imageMatrix } from './image-matrix.ts';
import { printSummary } from './print-summary.ts';
import { type SummaryInput, summarizeUp } from './up-summary.ts';

const image = (name: string, annotated: string | undefined, status: JsonObject): JsonObject => ({
  metadata: {
    name: `${name}-image-cron`,
    annotations: annotated === undefined ? {} : { 'ssp.kubevirt.io/dict.architectures': annotated },
  },
  spec: { managedDataSource: name },
  status,
});

const images = [
  image('fedora', 'arm64,amd64', {
    commonTemplate: true,
    originalSupportedArchitectures: 'arm64,s390x,amd64',
  }),
  image('team', 'amd64', { originalSupportedArchitectures: 'amd64, ppc64le' }),
  image('changed', '', { commonTemplate: true, modified: true, originalSupportedArchitectures: 's390x' }),
  image('unknown', undefined, {}),
];

test('each image and architecture has one word', () => {
  const matrix = imageMatrix(images, ['amd64', 'arm64']);
  expect(matrix.architectures).toEqual(['amd64', 'arm64', 'ppc64le', 's390x']);
  expect(
    matrix.images.map(({ dataSource, origin, cells }) => [dataSource, origin, ...Object.values(cells)]),
  ).toEqual([
    ['fedora', 'common', 'yes', 'yes', '-', 'no node'],
    ['team', 'custom', 'yes', '-', 'no node', '-'],
    ['changed', 'modified', '-', '-', '-', 'no node'],
    ['unknown', 'custom', '?', '?', '?', '?'],
  ]);
});

function hyperConverged(gate: boolean): KubernetesObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace: 'openshift-cnv' },
    spec: { featureGates: { enableMultiArchBootImageImport: gate } },
    status: { nodeInfo: { workloadsArchitectures: ['amd64', 'arm64'] }, dataImportCronTemplates: images },
  };
}

const registry = {
  namespace: 'builds',
  registry: '127.0.0.1:5000',
  login: { username: 'up', password: 'made up' },
};
const input: SummaryInput = {
  metrics: 'http://127.0.0.1:2/metrics',
  platform: 'openshift',
  kubeconfig: '/tmp/a b/kubeconfig',
  server: 'https://127.0.0.1:1',
  availableAfterMs: 1234.5,
  nodes: simulatedNodes('2026-01-01T00:00:00Z', standardWorkers),
  hyperConverged: hyperConverged(true),
  layering: { builds: 'simulated', ...registry },
  operands: [
    {
      kind: 'KubeVirt',
      name: 'kubevirt-kubevirt-hyperconverged',
      namespace: 'openshift-cnv',
      state: 'Available',
      availableAfterMs: 312,
      simulated: true,
    },
    {
      kind: 'CDI',
      name: 'cdi',
      state: 'Degraded',
      message: 'no disk',
      availableAfterMs: undefined,
      simulated: true,
    },
  ],
};

test('people see nodes, operands and images, and that they are simulated', () => {
  const text = printSummary(summarizeUp(input), false);
  expect(text).toContain(
    'Nodes (simulated)\n  ARCHITECTURE  CONTROL PLANES  WORKERS\n  amd64         3               3\n',
  );
  expect(text).toContain('Operands (simulated)\n');
  expect(text).toContain('KubeVirt  kubevirt-kubevirt-hyperconverged  Available  after 0.31 s\n');
  expect(text).toMatch(/CDI +cdi +Degraded +no disk\n/);
  expect(text).toMatch(/fedora-image-cron +fedora +common +yes +yes +- +no node\n/);
  expect(text).toContain("export KUBECONFIG='/tmp/a b/kubeconfig'\n");
  expect(text).not.toContain('\u001b');
  expect(text).not.toMatch(/ \n/);
});

test('colour only where it is wanted', () => {
  expect(printSummary(summarizeUp(input), true)).toContain('\u001b[1mNodes');
});

test('on plain Kubernetes the images are imported without SSP', () => {
  const summary = summarizeUp({ ...input, platform: 'kubernetes' });
  expect(summary.goldenImages).toMatchObject({ importer: 'builtin' });
  expect(printSummary(summary, false)).toContain('kubectl get dataimportcrons,datasources -A');
});

test('with the gate off each image is imported once', () => {
  const summary = summarizeUp({ ...input, hyperConverged: hyperConverged(false) });
  expect(summary.goldenImages).toEqual({
    perArchitecture: false,
    importer: 'ssp',
    names: ['fedora-image-cron', 'team-image-cron', 'changed-image-cron', 'unknown-image-cron'],
    problems: [],
    warning: expect.objectContaining({ reason: 'SeveralArchitectures' }),
  });
  expect(printSummary(summary, false)).toMatch(
    /warning: .*enableMultiArchBootImageImport is off, and workloads run on amd64 and arm64.*\n {4}fix: .*: true .* or .*nodePlacement/,
  );
  expect(printSummary(summary, false)).toContain('fedora-image-cron, team-image-cron');
});

test('an image that is not imported, and why', () => {
  const condition = (type: string, status: string, message: string) => ({
    type,
    status,
    reason: 'Any',
    message,
  });
  const told = [
    image('both', 'amd64', {
      conditions: [
        condition('Probed', 'False', 'asks for a login'),
        condition('Imported', 'False', 'no TLS'),
      ],
    }),
    image('silent', 'amd64', { conditions: [condition('Probed', 'False', 'no answer')] }),
    image('fine', 'amd64', { conditions: [condition('Probed', 'True', 'told')] }),
  ];
  for (const gate of [true, false]) {
    const base = hyperConverged(gate);
    const status = { nodeInfo: { workloadsArchitectures: ['amd64'] }, dataImportCronTemplates: told };
    const text = printSummary(summarizeUp({ ...input, hyperConverged: { ...base, status } }), false);
    expect(text).toContain('both-image-cron is not imported: no TLS\n');
    expect(text).toContain('silent-image-cron is not imported: no answer\n');
    expect(text).not.toContain('fine-image-cron is not');
  }
});

test('a cluster in any state has a summary', () => {
  const bare = {
    ...hyperConverged(true),
    spec: 'x',
    status: { nodeInfo: [], dataImportCronTemplates: [1, null] },
  };
  const text = printSummary(summarizeUp({ ...input, hyperConverged: bare, nodes: [], operands: [] }), false);
  expect(text).toContain('none');
});

test('the steps to an image have no program to run where builds are real', () => {
  const steps = (builds: 'buildah' | 'simulated') =>
    printSummary(summarizeUp({ ...input, platform: 'kubernetes', layering: { builds, ...registry } }), false);
  const example = 'examples/machineosconfig-plain-kubernetes.yaml | kubectl apply -f -';
  const sed = "sed -e 's/registry.example.com/127.0.0.1:5000/'";
  expect(steps('simulated')).toContain(`${sed} ${example}`);
  expect(steps('buildah')).toContain(`${sed} -e 's/RUN .*/LABEL edition=1/' ${example}`);
});

test('on OpenShift the steps to an image make a pool, which brings it to its nodes', () => {
  const steps = (builds: 'buildah' | 'simulated') =>
    printSummary(summarizeUp({ ...input, platform: 'openshift', layering: { builds, ...registry } }), false);
  const example = 'examples/machineosconfig-heterogeneous.yaml | kubectl apply -f -';
  const sed = "sed -E -e 's/registry.example.com|images.example.internal:5000/127.0.0.1:5000/'";
  expect(steps('simulated')).toContain('kubectl apply -f examples/machineconfigpool-edge.yaml');
  expect(steps('simulated')).toContain(`${sed} ${example}`);
  expect(steps('buildah')).toContain(`${sed} -e 's/RUN .*/LABEL edition=1/' ${example}`);
});
