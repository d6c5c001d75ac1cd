import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type RealKubernetes, startKubernetes } from '../kubernetes/start-kubernetes.ts';
import { comparableObjects } from '../support/comparable-objects.ts';
import { installationPrograms } from '../support/installation-programs.ts';

const programs = installationPrograms((line) => process.stdout.write(`${line}\n`));
const folder = mkdtempSync(join(tmpdir(), 'archipelago-installation-'));
afterAll(() => rmSync(folder, { recursive: true }));
const home = 'kubevirt-hyperconverged';
const image = 'registry.example/archipelago:1';
const whole = ['--monitoring', '--layering-builder', 'registry.example/buildah:1', '--layering-rollout'];

interface Answer {
  readonly status: number | null;
  readonly text: string;
  readonly output: string;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Answer {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, maxBuffer: 1 << 26 });
  return { status, text: `${stdout}${stderr}`, output: stdout };
}

function manifests(...flags: readonly string[]): string {
  const { status, output, text } = run('bin/archipelago', ['manifests', '--image', image, ...flags]);
  expect(status, text).toBe(0);
  return output;
}

function written(format: string, name: string, ...flags: readonly string[]): string {
  const at = join(folder, name);
  manifests('--format', format, '--output-dir', at, ...flags);
  return at;
}

const helm = (...args: readonly string[]) => run(join(programs, 'helm'), args);

function objectsIn(text: string): readonly JsonObject[] {
  return parseAllDocuments(text)
    .map((document): unknown => document.toJS())
    .filter(isJsonObject)
    .filter(({ kind }) => kind !== 'Pod');
}

/** Helm makes the namespace of a release itself. */
function withoutHome(objects: readonly JsonObject[]): readonly JsonObject[] {
  return objects.filter(({ kind, metadata }) => kind !== 'Namespace' || textAt(metadata, 'name') !== home);
}

const ways: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['plain', [], []],
  [
    'with everything',
    whole,
    ['monitoring.enabled=true', 'layering.builder=registry.example/buildah:1', 'layering.rollout=true'],
  ],
  [
    'on OpenShift, with the doctor and boot sources of its own',
    ['--platform', 'openshift', '--namespace', home, '--doctor', '--golden-images', 'builtin', ...whole],
    [
      ...['platform=openshift', 'webhook.certificates=service-ca', 'doctor=true', 'goldenImages=builtin'],
      ...['monitoring.enabled=true', 'layering.builder=registry.example/buildah:1', 'layering.rollout=true'],
    ],
  ],
  [
    'with cert-manager, registries and images',
    [
      ...['--webhook', 'cert-manager', '--golden-images', 'ssp', '--registry-allow-host', 'a.svc:5000'],
      ...['--registry-allow-host', 'b.svc', '--registry-refused-networks', '10.0.0.0/8'],
      ...['--wasp-agent-image', 'registry.example/wasp:1'],
    ],
    [
      ...['webhook.certificates=cert-manager', 'goldenImages=ssp', 'registryAllowHosts={a.svc:5000,b.svc}'],
      ...['registryRefusedNetworks=10.0.0.0/8', 'operandImages.waspAgent=registry.example/wasp:1'],
    ],
  ],
  [
    'with a console',
    ['--console-host', 'console.example.com', '--registry-refused-networks', '10.0.0.0/8'],
    ['console.host=console.example.com', 'registryRefusedNetworks=10.0.0.0/8'],
  ],
  [
    'with a console on OpenShift',
    ['--platform', 'openshift', '--namespace', home, '--console-host', 'console.example.com:8443'],
    [...['platform=openshift', 'webhook.certificates=service-ca', 'console.host=console.example.com:8443']],
  ],
];

const chart = written('helm', 'chart');

describe('an installation comes to the same objects', () => {
  test.each(ways)('from kubectl, Helm and Kustomize: %s', (name, flags, values) => {
    const expected = objectsIn(manifests(...flags));
    const sets = values.flatMap((value) => ['--set', value]);
    const rendered = helm('template', 'one', chart, '--namespace', home, ...sets);
    expect(rendered.status, rendered.text.slice(0, 2000)).toBe(0);
    expect(comparableObjects(objectsIn(rendered.output))).toEqual(comparableObjects(withoutHome(expected)));
    const base = written('kustomize', `base-${name.replaceAll(/\W/g, '-')}`, ...flags);
    const built = run('kubectl', ['kustomize', base]);
    expect(built.status, built.text.slice(0, 2000)).toBe(0);
    expect(comparableObjects(objectsIn(built.output))).toEqual(comparableObjects(expected));
  });

  test('and a chart made with flags has them as its values', () => {
    const made = written('helm', 'chart-of-flags', ...whole);
    const rendered = helm('template', 'one', made, '--namespace', home);
    expect(comparableObjects(objectsIn(rendered.output))).toEqual(
      comparableObjects(withoutHome(objectsIn(manifests(...whole)))),
    );
  });

  test('and what cannot be is refused before a cluster is asked', () => {
    expect(helm('lint', '--strict', chart).text).toContain('0 chart(s) failed');
    const refused = (...values: readonly string[]) =>
      helm('template', 'one', chart, '--namespace', home, ...values.flatMap((value) => ['--set', value]))
        .text;
    expect(refused('platform=solaris')).toContain('platform');
    expect(refused('replicaCount=3')).toContain('replicaCount');
    expect(refused('webhook.certificates=service-ca')).toMatch(/anyOf|platform/);
    expect(refused('layering.rollout=true')).toContain('layering.rollout needs layering.builder');
    expect(refused('layering.builder=b:1', `layering.namespace=${home}`)).toContain('name another one');
  });
});

describe('a bundle of OLM', () => {
  test.each([['kubernetes'], ['openshift']])('passes the checks of its project: %s', (platform) => {
    const bundle = written('olm', `bundle-${platform}`, '--platform', platform, '--monitoring');
    const { status, text } = run(join(programs, 'bundle-check'), [join(bundle, 'bundle')]);
    expect(text).toBe('');
    expect(status).toBe(0);
  });
});

describe('the chart on a real Kubernetes', () => {
  let kubernetes: RealKubernetes;
  beforeAll(async () => {
    kubernetes = await startKubernetes();
  });
  afterAll(() => kubernetes?.stop());

  test('is installed, upgraded and uninstalled, and leaves definitions and namespaces of images', () => {
    const env = { ...process.env, KUBECONFIG: kubernetes.adminKubeconfig };
    const done = (program: string, ...args: readonly string[]): string => {
      const { status, text, output } = run(program, args, env);
      expect(status, text).toBe(0);
      return output;
    };
    const program = join(programs, 'helm');
    const install = ['archipelago', chart, '--namespace', home];
    done(program, 'install', ...install, '--create-namespace', '--dry-run=server');
    expect(done(program, 'install', ...install, '--create-namespace')).toContain('Is the operator ready?');
    done(program, 'upgrade', ...install, '--set', 'replicas=3', '--set', 'doctor=true');
    const replicas = [
      'get',
      'deployment',
      'archipelago-operator',
      '-n',
      home,
      '-o',
      'jsonpath={.spec.replicas}',
    ];
    expect(done('kubectl', ...replicas)).toBe('3');
    done(program, 'uninstall', 'archipelago', '--namespace', home, '--wait');
    const all = [
      ...['customresourcedefinitions', 'clusterroles', 'clusterrolebindings', 'namespaces'],
      ...[
        'validatingadmissionpolicies',
        'validatingadmissionpolicybindings',
        'validatingwebhookconfigurations',
      ],
    ];
    const left = done('kubectl', 'get', all.join(','), '-o', 'name').split('\n');
    expect(left.filter((each) => /archipelago|hco|kubevirt/.test(each))).toEqual([
      'customresourcedefinition.apiextensions.k8s.io/hyperconvergeds.hco.kubevirt.io',
      `namespace/${home}`,
      'namespace/kubevirt-os-images',
    ]);
    const inHome = done(
      'kubectl',
      'get',
      'deployments,services,roles,rolebindings,secrets,networkpolicies,poddisruptionbudgets',
      '-n',
      home,
      '-o',
      'name',
    );
    expect(inHome).toBe('');
  });
});
