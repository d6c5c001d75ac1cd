import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JsonObject } from '@archipelago/apimachinery';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { createRegistryClient, type RegistryClient, withInsecure } from '@archipelago/oci-registry';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lookUpImage } from '../../packages/archipelago/src/cli/commands/up/look-up-image.ts';
import { createAskImage } from '../../packages/archipelago/src/operator/golden-images/ask-image.ts';
import {
  deployments,
  hyperConvergeds,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { createNamespace } from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import { startImporter } from '../../packages/archipelago/src/simulation/actors/importer/start-importer.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { available, createWorld, demand, kubernetesObject, type World } from '../suites/operator-world.ts';
import { eventually as eventuallyHolds } from '../support/eventually.ts';
import type { TestServers } from '../support/test-servers.ts';
import { type Ran, run } from './run-command.test-support.ts';

const namespace = 'kubevirt-hyperconverged';
const gate = 'spec.featureGates.enableMultiArchBootImageImport';

let folder: string;
let cluster: EmbeddedCluster;
let world: World;
let registry: ImageRegistry;
let client: RegistryClient;
let importer: { stop(): Promise<void> };
let kubeconfig: readonly string[];

const servers: TestServers = {
  name: 'embedded',
  areSeparate: true,
  lease: async () => {
    cluster = await startEmbeddedCluster({ insecure: true });
    return {
      name: 'embedded',
      hurry: 200,
      lookMs: 4,
      admin: () => inProcessTransport(cluster),
      operator: () => inProcessTransport(cluster),
      release: () => cluster.stop(),
    };
  },
  stop: async () => {},
};

function template(name: string, annotated?: string, host = registry.host): JsonObject {
  const annotations = annotated === undefined ? {} : { 'ssp.kubevirt.io/dict.architectures': annotated };
  return {
    metadata: { name: `${name}-cron`, annotations },
    spec: {
      schedule: '0 */12 * * *',
      retentionPolicy: 'None',
      managedDataSource: name,
      template: {
        spec: {
          source: { registry: { url: `docker://${host}/${name}:v1` } },
          storage: { resources: { requests: { storage: '1Gi' } } },
        },
      },
    },
  };
}

const virtualMachines = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'virtualmachines',
  kind: 'VirtualMachine',
  namespaced: true,
} as const;

function hyperConverged(spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace },
    spec: {
      enableCommonBootImageImport: false,
      storageImport: { insecureRegistries: [registry.host] },
      dataImportCronTemplates: [template('fedora'), template('centos', 'amd64,arm64')],
      ...spec,
    },
  };
}

function machine(name: string, architecture: string, dataSource: string): JsonObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name, namespace: 'team' },
    spec: {
      runStrategy: 'Always',
      dataVolumeTemplates: [
        {
          metadata: { name: `${name}-disk` },
          spec: {
            sourceRef: { kind: 'DataSource', name: dataSource, namespace: 'kubevirt-os-images' },
            storage: {},
          },
        },
      ],
      template: {
        spec: {
          architecture,
          domain: { devices: {} },
          volumes: [{ name: 'disk', dataVolume: { name: `${name}-disk` } }],
        },
      },
    },
  };
}

const node = (name: string, arch: string, role = 'worker') => ({ name, arch, roles: [role] });

beforeAll(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  folder = await mkdtemp(join(tmpdir(), 'archipelago-live-test-'));
  registry = await startImageRegistry();
  const platforms = (...architectures: readonly string[]) =>
    architectures.map((architecture) => ({ architecture, size: 4_000 }));
  registry.push('fedora', 'v1', { platforms: platforms('amd64', 'arm64', 's390x') });
  registry.push('centos', 'v1', { platforms: platforms('amd64'), index: true });
  client = createRegistryClient({ limits: { backoff: { baseMs: 5, capMs: 20 } } });
  const rules = withInsecure([], [registry.host]);
  world = await createWorld(
    {
      platform: 'kubernetes',
      operatorNamespace: namespace,
      nodes: [node('cp', 'amd64', 'control-plane'), node('a1', 'amd64'), node('b1', 'arm64')],
    },
    { servers, without: ['ssps.ssp.kubevirt.io'] },
  );
  const file = join(folder, 'kubeconfig');
  await writeFile(file, cluster.kubeconfig());
  kubeconfig = ['--kubeconfig', file];
  const access = { credentials: [], ca: undefined };
  const ask = createAskImage({ client: world.client, registry: client, access, rules: () => rules });
  importer = startImporter({
    client: world.client,
    lookUp: lookUpImage(ask),
    importMs: 20,
    pollMs: 200,
    onProblem: () => undefined,
  });
  world.startOperator({ goldenImages: { importer: 'builtin', registry: client, rules, gracePeriod: 1_500 } });
  await world.write(hyperConverged());
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await importer.stop();
  await world.stop();
  client.close();
  await registry.stop();
  await rm(folder, { recursive: true, force: true });
});

async function tellVersion(version: string): Promise<void> {
  const body = { status: { versions: [{ name: 'operator', version }] } };
  const name = { namespace, name: 'kubevirt-hyperconverged' };
  demand(await world.client.patchStatus(hyperConvergeds, name, { type: 'merge', body }));
}

const cli = (argv: readonly string[], files: Readonly<Record<string, unknown>> = {}): Promise<Ran> =>
  run([...argv, ...kubeconfig], files);

const eventually = (holds: () => Promise<void>) =>
  eventuallyHolds(async () => {
    await world.reportOperands(() => available);
    await holds();
  });

async function cells(): Promise<readonly string[]> {
  const { code, out, err } = await cli(['images', '-o', 'json']);
  // what has become of images is told; that one has failed is no failure of the command
  expect([code, err]).toEqual([0, '']);
  const { rows } = JSON.parse(out);
  return rows.flatMap((row: { dataSource: string; cells: { architecture?: string; state: string }[] }) =>
    row.cells.map(({ architecture, state }) => `${row.dataSource} ${architecture ?? 'any'} ${state}`),
  );
}

/** The one warning of a cluster like this. */
const gateIsOff =
  /^warning: spec\.featureGates\.enableMultiArchBootImageImport: false: is off, and workloads run on amd64 and arm64: .*\n {2}fix: .*\n$/;

describe('on a cluster of amd64 and arm64, step by step', () => {
  it('images doctor tells of one image for two architectures, and hints after that', async () => {
    await world.write(hyperConverged({ dataImportCronTemplates: [template('fedora', 'amd64')] }));
    const hint =
      /^warning: HyperConverged .*amd64 and arm64.* \(SeveralArchitectures\)\n {2}fix: .*\ninfo: DataImportCronTemplate fedora-cron: .*arm64.* \(AnnotationLacksArchitecture\)\n {2}fix: .*\n$/;
    await eventually(async () => {
      const found = await cli(['images', 'doctor']);
      expect(found).toEqual({ code: 1, out: expect.stringMatching(hint), err: '' });
    });
    await world.write(hyperConverged());
  });

  it('images shows one image per template, of any architecture', async () => {
    await eventually(async () => expect(await cells()).toEqual(['centos any ready', 'fedora any ready']));
  });

  it('plan finds nothing to do', async () => {
    await eventually(async () =>
      expect(await cli(['plan'])).toEqual({
        code: 0,
        out: 'the operator would do nothing\n',
        err: expect.stringMatching(gateIsOff),
      }),
    );
  });

  it('plan looks as docs/command-line.md shows it, with colours on a terminal', async () => {
    const words = ['plan', '--set', 'spec.evictionStrategy=None', ...kubeconfig];
    const { code, out } = await run(words, {});
    const shown = await readFile('docs/command-line.md', 'utf8');
    expect([code, shown.includes(`\n\`\`\`\n${out}\`\`\`\n`) ? 'as shown' : out]).toEqual([1, 'as shown']);
    const colored = await run(words, {}, { outColor: true });
    expect(colored.out).toContain('\n  \u001b[33m~ update KubeVirt/');
    expect(stripVTControlCharacters(colored.out)).toBe(out);
  });

  it('plan tells of another operator that runs, and of what it leaves', async () => {
    const labels = { name: 'hyperconverged-cluster-operator' };
    const spec = {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    };
    const other = { namespace, name: 'hyperconverged-cluster-operator' };
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { ...other, labels }, spec };
    demand(await world.client.create(deployments, deployment));
    const running = await cli(['plan']);
    expect(running.code).toBe(0);
    expect(running.out).toContain(
      `Nothing of this is done yet\n  Deployment ${namespace}/hyperconverged-cluster-operator of the HyperConverged Cluster Operator runs`,
    );
    expect(running.out).toContain(
      `  Deployment/${namespace}/hyperconverged-cluster-operator: a part of the HyperConverged Cluster Operator\n    fix: kubectl delete deployments.apps hyperconverged-cluster-operator -n ${namespace}\n`,
    );
    demand(await world.client.delete(deployments, other));
    const gone = await cli(['plan', '-o', 'json']);
    expect(JSON.parse(gone.out)).toMatchObject({ withheld: [], leftBehind: [] });
    await tellVersion('1.99.0');
    const older = await cli(['plan']);
    expect(older.out).toContain('Nothing of this is done yet\n  version 1.99.0 configured this cluster');
    await tellVersion(world.inputs.deployment.version);
  });

  it('plan foretells what the operator does with the parameters that it is deployed with', async () => {
    const labels = { app: 'operator' };
    const env = [
      { name: 'OPERATOR_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
      { name: 'KVM_EMULATION', value: 'true' },
    ];
    const container = { name: 'operator', image: 'i', args: ['operator', '--golden-images', 'ssp'], env };
    const deployment = kubernetesObject({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'archipelago-operator', namespace },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    });
    demand(await world.client.create(deployments, deployment));
    const { code, out } = await cli(['plan']);
    demand(await world.client.delete(deployments, { namespace, name: 'archipelago-operator' }));
    expect(code).toBe(1);
    expect(out).toContain('spec.configuration.developerConfiguration.useEmulation');
    expect(out).toContain('deployment parameter KVM_EMULATION');
    expect((await cli(['plan'])).code).toBe(0);
  });

  it('plan --set tells what the feature would import, with sizes, and which machines would boot otherwise', async () => {
    await createNamespace(world.client, 'team');
    for (const each of [machine('web', 'arm64', 'fedora'), machine('db', 'amd64', 'fedora')])
      demand(await world.client.create(virtualMachines, kubernetesObject(each)));
    const { code, out, err } = await cli(['plan', '--set', `${gate}=true`, '-o', 'json']);
    expect([code, err]).toEqual([1, '']);
    const { fields, operands, goldenImages } = JSON.parse(out);
    expect(fields).toEqual([{ field: gate, before: false, after: true }]);
    expect(operands).toEqual([
      expect.objectContaining({
        object: `KubeVirt/${namespace}/kubevirt-kubevirt-hyperconverged`,
        verb: 'update',
        fields: [
          expect.objectContaining({
            field: 'spec.configuration.developerConfiguration.featureGates',
            because: gate,
            items: [{ after: 'MultiArchitecture', because: gate }],
          }),
        ],
      }),
    ]);
    const of = (name: string) => ({ template: `${name}-cron`, storage: '1Gi' });
    expect(goldenImages).toMatchObject({
      imports: [
        {
          architecture: 'amd64',
          download: 8_000,
          ofUnknownSize: 0,
          images: [
            { ...of('centos'), dataSource: 'centos-amd64', download: 4_000 },
            { ...of('fedora'), dataSource: 'fedora-amd64', download: 4_000 },
          ],
        },
        {
          architecture: 'arm64',
          download: 4_000,
          ofUnknownSize: 1,
          images: [
            { ...of('centos'), dataSource: 'centos-arm64' },
            { ...of('fedora'), dataSource: 'fedora-arm64', download: 4_000 },
          ],
        },
      ],
      machines: ['db', 'web'].map((name) => ({
        namespace: 'team',
        name,
        before: { kind: 'image' },
        after: { kind: 'pointer', target: 'fedora-amd64', architecture: 'amd64' },
      })),
      unanswered: [],
    });
    const text = await cli(['plan', '--set', `${gate}=true`]);
    expect(text.out).toContain(`  ~ ${gate}: false → true\n`);
    expect(text.out).toContain(
      `    ~ spec.configuration.developerConfiguration.featureGates:\n      + MultiArchitecture   because: ${gate}\n`,
    );
    expect(text.out).toContain('  arm64: 2 to import, 3.9 KiB and 1 of unknown size\n');
    expect(text.out).toContain(
      '  ~ team/web (kubevirt-os-images/fedora): image (any architecture) → fedora-amd64 (amd64)\n',
    );
    // a plan: nothing has been written
    expect(await cells()).toEqual(['centos any ready', 'fedora any ready']);
  });

  it('plan -f tells the same as --set', async () => {
    const wanted = hyperConverged({ featureGates: { enableMultiArchBootImageImport: true } });
    const [file, set] = await Promise.all([
      cli(['plan', '-f', 'hc.yaml', '-o', 'json'], { 'hc.yaml': wanted }),
      cli(['plan', '--set', `${gate}=true`, '-o', 'json']),
    ]);
    expect([file.code, file.err]).toEqual([1, '']);
    expect(JSON.parse(file.out).goldenImages).toEqual(JSON.parse(set.out).goldenImages);
    expect(JSON.parse(file.out).operands).toEqual(JSON.parse(set.out).operands);
  });

  it('images shows every architecture once the feature is on', async () => {
    await world.write(hyperConverged({ featureGates: { enableMultiArchBootImageImport: true } }));
    await eventually(async () =>
      expect(await cells()).toEqual([
        'centos amd64 ready',
        'centos arm64 failed',
        'centos s390x notSupported',
        'fedora amd64 ready',
        'fedora arm64 ready',
        'fedora s390x notWanted',
      ]),
    );
    const { rows, architectures } = JSON.parse((await cli(['images', '-o', 'json'])).out);
    expect(architectures).toEqual(['amd64', 'arm64', 's390x']);
    expect(rows[1]).toMatchObject({
      template: 'fedora-cron',
      dataSource: 'fedora',
      pointsTo: 'fedora-amd64',
    });
    const digest = expect.stringMatching(/^sha256:[0-9a-f]{64}$/);
    const importedAt = expect.stringMatching(/^\d{4}-/);
    expect(rows[1].cells[1]).toMatchObject({ digest, importedAt, claim: '1Gi', cause: expect.any(String) });
    const { out } = await cli(['images']);
    expect(out).toMatch(/^ {2}TEMPLATE +ARCH +DATASOURCE +STATE +AGE +SIZE +DIGEST +CAUSE$/m);
    expect(out).toMatch(/fedora-amd64 ← fedora +ready +\d+s +1Gi +[0-9a-f]{12} /);
    expect(out).toMatch(/s390x +fedora-s390x +notWanted +no workload node has s390x$/m);
    expect(out).not.toContain('\u001b');
    expect((await cli(['images', '-o', 'yaml'])).out).toContain('template: centos-cron');
    const names = await cli(['images', 'fedora', '-o', 'name']);
    expect(names.out).toBe(
      'datasource.cdi.kubevirt.io/fedora-amd64\ndatasource.cdi.kubevirt.io/fedora-arm64\n',
    );
    const wide = await cli(['images', 'datasource.cdi.kubevirt.io/fedora-arm64', '-o', 'wide']);
    expect(wide.out).toMatch(
      /^ {2}NAMESPACE +TEMPLATE .* DOWNLOAD +DIGEST +CAUSE\n.*fedora-cron +arm64 .* sha256:[0-9a-f]{64} .*\n$/,
    );
    expect((await cli(['images', '-l', 'os'])).out).toBe('no golden image has these labels\n');
  });

  it('images doctor names annotations that lie and machines that do not boot, with what to do', async () => {
    const { code, out } = await cli(['images', 'doctor', '-o', 'json']);
    expect(code).toBe(1);
    const found: readonly { level: string; object: string; reason: string; fix: string }[] =
      JSON.parse(out).findings;
    expect(found.map(({ level, object, reason }) => `${level} ${object} ${reason}`)).toEqual([
      'error DataImportCronTemplate centos-cron IndexLacksArchitecture',
      'error DataImportCron kubevirt-os-images/centos-cron-arm64 ImportFailed',
      'error VirtualMachine team/web WrongBootSource',
    ]);
    expect(found[2]?.fix).toContain('boot from fedora-arm64');
    const machines = await cli(['machines', '-o', 'json']);
    expect(machines.code).toBe(1);
    expect(JSON.parse(machines.out)).toMatchObject({
      chosen: 1,
      machines: [{ namespace: 'team', name: 'web', findings: [{ reason: 'WrongBootSource' }] }],
    });
    expect((await cli(['machines', '-o', 'name'])).out).toBe('team/web\n');
    expect((await cli(['machines', 'team/gone'])).err).toContain('there is no VirtualMachine team/gone');
    expect((await cli(['machines', '-n', 'elsewhere'])).out).toBe('no virtual machines\n');
    expect((await cli(['machines'])).out).toMatch(
      /^ {2}ARCH +MACHINES +RUNNING +WITH PROBLEMS +NODES\n[\s\S]*^error: VirtualMachine team\/web: .* \(WrongBootSource\)\n {2}fix: boot from fedora-arm64/m,
    );
    expect((await cli(['images', 'doctor', '-o', 'name'])).out).toContain('\nVirtualMachine/team/web\n');
    const text = await cli(['images', 'doctor']);
    expect(text.out).toMatch(/^error: VirtualMachine team\/web: .+ \(WrongBootSource\)\n {2}fix: /m);
  });

  it('plan tells what a narrower placement would let go', async () => {
    const { code, out } = await cli([
      'plan',
      '--set',
      'spec.workloads.nodePlacement.nodeSelector={kubernetes.io/arch: amd64}',
      '-o',
      'json',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(out).goldenImages).toMatchObject({
      imports: [],
      removals: [
        { dataSource: 'centos-arm64', architecture: 'arm64', when: 'afterGracePeriod' },
        {
          dataSource: 'fedora-arm64',
          architecture: 'arm64',
          when: 'afterGracePeriod',
          because: 'no workload node has arm64',
        },
      ],
      machines: [],
    });
  });

  it('a snapshot answers as its cluster does, has no secrets, and is not written to', async () => {
    const taken = join(folder, 'snapshot');
    const { out, code } = await run(['snapshot', taken, ...kubeconfig], {});
    expect(out).toMatch(/^\d+ objects of \d+ kinds in /);
    expect(code).toBe(0);
    const ages = (text: string) => text.replaceAll(/ \d+s /g, ' 0s ');
    for (const words of [
      ['plan', '--set', `${gate}=false`],
      ['images', '-o', 'json'],
      ['images', 'doctor'],
      ['doctor', '-o', 'json'],
    ]) {
      const [live, later] = [
        await run([...words, ...kubeconfig], {}),
        await run([...words, '--snapshot', taken], {}),
      ];
      expect({ ...later, out: ages(later.out) }).toEqual({ ...live, out: ages(live.out) });
    }
    const file = { 'hc.json': hyperConverged() };
    const rendered = await run(['render', '-f', 'hc.json', '--snapshot', taken, '-o', 'json'], file);
    expect(JSON.parse(rendered.out).items.map(({ kind }: JsonObject) => kind)).toContain('KubeVirt');
    expect(rendered.err).not.toContain('assuming');
    const texts = await Promise.all(
      (await readdir(taken)).map((name) => readFile(join(taken, name), 'utf8')),
    );
    expect(texts.join('')).not.toMatch(/"kind":"Secret"|managedFields/);
    expect(await run(['snapshot', taken, ...kubeconfig], {})).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not empty'),
    });
    expect(await run(['plan', '--snapshot', taken, ...kubeconfig], {})).toMatchObject({
      code: 2,
      err: expect.stringContaining('stands for the cluster; leave one of them out'),
    });
  });

  it('plan and doctor go on with what is known when registries do not answer, and say so', async () => {
    registry.fail({ kind: 'status', status: 404 });
    try {
      const plan = await cli(['plan', '--set', `${gate}=false`, '-o', 'json']);
      expect(plan.code).toBe(1);
      const { unanswered, imports } = JSON.parse(plan.out).goldenImages;
      expect(unanswered.map(({ template: name }: { template: string }) => name)).toEqual([
        'centos-cron',
        'fedora-cron',
      ]);
      expect(imports).toMatchObject([{ images: [{ dataSource: 'centos' }, { dataSource: 'fedora' }] }]);
      const text = await cli(['plan']);
      expect(text).toMatchObject({ code: 0, out: expect.stringContaining('Registries did not answer') });
    } finally {
      registry.fail(undefined);
    }
  });

  it('plan takes several --set, names what goes with where it came from, and annotations as they stand', async () => {
    const { code, out, err } = await cli([
      'plan',
      '--set',
      `${gate}=`,
      '--set',
      'spec.featureGates.downwardMetrics=true',
      '--set',
      'metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]=[{"op":"add","path":"/spec/configuration/developerConfiguration/featureGates/-","value":"Mine"}]',
    ]);
    expect([code, err]).toEqual([1, expect.stringMatching(gateIsOff)]);
    for (const line of [
      '  + metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]: ',
      '  ~ spec.featureGates.downwardMetrics: false → true\n',
      '      + DownwardMetrics   because: spec.featureGates.downwardMetrics\n',
      '      + Mine   because: patched by metadata.annotations["kubevirt.kubevirt.io/jsonpatch"]\n',
      `      - MultiArchitecture   because: it came from ${gate}\n`,
      '  - arm64  kubevirt-os-images/fedora-arm64  at once  images are not imported for each architecture any more\n',
    ])
      expect(out).toContain(line);
  });

  it('plan tells which operands come, and says that machines would not boot', async () => {
    const { out } = await cli(['plan', '--set', 'spec.enableApplicationAwareQuota=true', '-o', 'yaml']);
    expect(out).toMatch(
      /object: AAQ\/aaq-kubevirt-hyperconverged\n {2}verb: create\n {2}because: "it is missing"/,
    );
    const narrow = 'spec.workloads.nodePlacement.nodeSelector={kubernetes.io/arch: arm64}';
    const text = await cli(['plan', '--set', narrow]);
    expect(text.out).toContain(
      '  ~ team/db (kubevirt-os-images/fedora): fedora-amd64 (amd64) → fedora-arm64 (arm64)\n' +
        '    it is to run on amd64, but its boot source will be for arm64: with a new disk of it, it starts and never boots\n' +
        '    fix: boot from a DataSource for amd64, or set spec.template.spec.architecture to arm64\n' +
        '  ~ team/web (kubevirt-os-images/fedora): fedora-amd64 (amd64) → fedora-arm64 (arm64)\n',
    );
  });

  it.each<readonly [string, readonly string[], string]>([
    ['a path that is none', ['--set', 'spec.featureGates.enableMultiArchBootImageImports=true'], gate],
    ['a value of the wrong type', ['--set', `${gate}=perhaps`], 'not true or false'],
    ['a value out of range', ['--set', 'spec.higherWorkloadDensity.memoryOvercommitPercentage=5'], '10'],
    ['an unknown feature', ['--set', 'spec.evictionStrategy=Sometimes'], 'write one of'],
    ['a file that is no HyperConverged', ['-f', 'hc.yaml'], 'hc.yaml:1:'],
    ['facts besides a kubeconfig', ['-f', 'hc.yaml', '--cluster', 'facts.yaml'], '--kubeconfig'],
    ['another namespace', ['-n', 'elsewhere'], 'no HyperConverged in elsewhere'],
    ['a value that is huge', ['--set', `spec.evictionStrategy=${'x'.repeat(100_000)}`], 'write one of'],
    ['a trap', ['--set', 'spec.__proto__.x=1'], '--set spec.__proto__.x: is no field of spec'],
    ['the second of two', ['--set', `${gate}=true`, '--set', 'spec.nonsense=1'], 'spec.nonsense'],
    ['a HyperConverged for another namespace', ['-f', 'other.yaml'], '"other": is not the operator'],
  ])('plan refuses %s', async (_, argv, says) => {
    const other = { ...hyperConverged(), metadata: { name: 'kubevirt-hyperconverged', namespace: 'other' } };
    const files = { 'hc.yaml': 'kind: Pod\n', 'facts.yaml': '{}', 'other.yaml': other };
    const { code, out, err } = await cli(['plan', ...argv], files);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err.length).toBeLessThan(1_000);
  });

  it.each([['images'], ['images doctor']])('%s says where it looked for a HyperConverged', async (words) => {
    const { code, out, err } = await cli([...words.split(' '), '-n', 'elsewhere']);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(
      'no HyperConverged in elsewhere; there is one in kubevirt-hyperconverged: choose it with --namespace',
    );
  });

  it('doctor names images of one architecture, registries that are not there and machines without home', async () => {
    registry.push('alpine', 'v1', { platforms: [{ architecture: 'amd64', size: 500 }] });
    const ghost = template('ghost', undefined, '127.0.0.1:1');
    await world.write(
      hyperConverged({
        featureGates: { enableMultiArchBootImageImport: true },
        dataImportCronTemplates: [template('fedora'), template('alpine', 'amd64,arm64'), ghost],
      }),
    );
    for (const each of [machine('lost', 'amd64', 'gone'), machine('main', 's390x', 'fedora')])
      demand(await world.client.create(virtualMachines, kubernetesObject(each)));
    await eventually(async () => {
      const { code, out } = await cli(['images', 'doctor']);
      expect(code).toBe(1);
      for (const line of [
        /^error: DataImportCronTemplate alpine-cron: .*amd64.*\((SingleArchitectureImage|IndexLacksArchitecture)\)$/m,
        /^warning: DataImportCronTemplate ghost-cron: .*127\.0\.0\.1:1.*\(ProbeFailed\)$/m,
        /^error: VirtualMachine team\/lost: .*kubevirt-os-images\/gone \(BootSourceMissing\)$/m,
        /^error: VirtualMachine team\/main: .*s390x.*amd64, arm64 \(NoNodeOfArchitecture\)$/m,
      ])
        expect(out).toMatch(line);
      const lines = out.trimEnd().split('\n');
      expect(lines.filter((_, index) => index % 2 === 1).every((line) => line.startsWith('  fix: '))).toBe(
        true,
      );
      const levels = lines.filter((line) => !line.startsWith(' ')).map((line) => line.split(':')[0]);
      expect(levels).toEqual(levels.toSorted());
    });
    expect((await cli(['images', 'doctor', '-o', 'yaml'])).out).toContain('reason: BootSourceMissing');
  });

  it.each([['images'], ['images doctor'], ['plan']])('%s ends with 3 where nobody serves', async (words) => {
    const file = join(folder, 'dead');
    const stranger = await startEmbeddedCluster({ insecure: true });
    const text = stranger.kubeconfig();
    await stranger.stop();
    await writeFile(file, text);
    const { code, out, err } = await run([...words.split(' '), '--kubeconfig', file], {});
    expect([code, out]).toEqual([3, '']);
    expect(err).toMatch(/^archipelago: .*127\.0\.0\.1/);
    const strange = await run([...words.split(' '), '--kubeconfig', join(folder, 'none')], {});
    expect(strange).toMatchObject({ code: 2, err: expect.stringContaining('does not exist') });
    const context = await cli([...words.split(' '), '--context', 'none']);
    expect(context).toMatchObject({ code: 2, err: expect.stringContaining('none') });
  });

  it.each([['images'], ['images doctor'], ['plan']])(
    '%s ends with 3 where it may not read',
    async (words) => {
      const file = join(folder, 'stranger');
      const text = cluster.kubeconfig().replaceAll(cluster.adminToken, 'no-token');
      await writeFile(file, text);
      const { code, out, err } = await run([...words.split(' '), '--kubeconfig', file], {});
      expect([code, out]).toEqual([3, '']);
      expect(err).toMatch(/Unauthorized/i);
    },
  );
});

describe('without a cluster', () => {
  it('plan takes no word from the status of a file: a server drops it', async () => {
    const gates = { enableMultiArchBootImageImport: true };
    const written = hyperConverged({ featureGates: gates });
    const files = (status: JsonObject) => ({
      'hc.yaml': { ...written, status },
      'facts.yaml': { platform: 'kubernetes', operatorNamespace: namespace, nodes: [node('a1', 'amd64')] },
    });
    const words = ['plan', '-f', 'hc.yaml', '--cluster', 'facts.yaml', '-o', 'json'];
    const plain = await run(words, files({}));
    expect(await run(words, files({ dataImportSchedule: '7 7/12 * * *' }))).toEqual(plain);
  });

  it('plan -f --cluster tells everything that would be made, and asks only registries', async () => {
    const files = {
      'hc.yaml': hyperConverged({ featureGates: { enableMultiArchBootImageImport: true } }),
      'facts.yaml': { platform: 'kubernetes', operatorNamespace: namespace, nodes: [node('a1', 'amd64')] },
    };
    const { code, out } = await run(
      ['plan', '-f', 'hc.yaml', '--cluster', 'facts.yaml', '-o', 'json'],
      files,
    );
    expect(code).toBe(1);
    const { operands, goldenImages } = JSON.parse(out);
    expect(operands.map(({ verb, object }: { verb: string; object: string }) => `${verb} ${object}`)).toEqual(
      ['PriorityClass/kubevirt-cluster-critical', 'KubeVirt', 'CDI', 'NetworkAddonsConfig'].map((one) =>
        expect.stringContaining(`create ${one}`),
      ),
    );
    expect(goldenImages).toMatchObject({
      imports: [{ architecture: 'amd64', download: 8_000 }],
      removals: [],
      machines: [],
    });
    const none = await run(['plan', '--cluster', 'facts.yaml'], files);
    expect(none).toMatchObject({ code: 2, err: expect.stringContaining('name a HyperConverged with -f') });
  });

  it.each<readonly [string, readonly string[]]>([
    [
      'images',
      [
        'matrix|each golden image',
        '--kubeconfig',
        '--context',
        '--namespace',
        '--output',
        'inspect',
        'doctor',
      ],
    ],
    ['images inspect', ['--authfile', '--ca-file', '--insecure', '--registries-conf', '--output']],
    ['images doctor', ['--kubeconfig', '--authfile', '--output']],
    ['plan', ['--filename', '--set', '--cluster', '--kubeconfig', '--output', 'what the operator would do']],
  ])('%s --help names its flags', async (words, flags) => {
    const { code, out } = await run([...words.split(' '), '--help'], {});
    expect(code).toBe(0);
    for (const flag of flags) expect(out).toMatch(new RegExp(flag));
    expect(out).not.toContain('default: []');
  });
});
