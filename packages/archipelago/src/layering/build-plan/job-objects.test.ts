import type { JsonObject, JsonValue, KubernetesObject } from '@archipelago/apimachinery';
import { beforeAll, describe, expect, test } from 'vitest';
import { machineConfigGroup } from '../api/layering-names.ts';
import { buildScript } from './build-script.ts';
import { fetchScript } from './fetch-script.ts';
import { baseDigest, World } from './simulated-world.test-support.ts';

/**
 * What a build is made of, word for word: who may do what in its pods, where they run, which logins they see. A line that goes
 * missing here is one that an administrator relied on.
 */

const label = (name: string) => `layering.archipelago.dev/${name}`;
const images = 'images.example.com:5000/os';
let world: World;
let build: ReturnType<World['build']>;
let credentials: string;
let job: KubernetesObject;
let assembly: KubernetesObject;

function only(objects: readonly KubernetesObject[]): KubernetesObject {
  const [object, ...others] = objects;
  if (object === undefined || others.length > 0) throw new Error(`${objects.length} instead of one`);
  return object;
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], value);

beforeAll(() => {
  world = new World({
    spec: {
      baseImagePullSecret: { name: 'base' },
      containerFile: [{ containerfileArch: 'ARM64', content: 'RUN true' }],
      intermediate: { repository: images, pushSecret: { name: 'middle' }, pullSecret: { name: 'pull' } },
      build: {
        nodeSelector: { builds: 'yes' },
        tolerations: [{ key: 'dedicated', operator: 'Exists' }],
        buildArguments: { B: '2', A: '1' },
        schedulingDeadlineSeconds: 100,
        deadlineSeconds: 1000,
        perArchitecture: [{ architecture: 'arm64', variant: 'v8', resources: { limits: { memory: '4Gi' } } }],
      },
    },
  });
  const labels = { builds: 'yes' };
  world.addNode('a', 'amd64', { labels });
  world.addNode('b', 'arm64', { labels });
  world.addNode('leaving', 'arm64', { labels, spec: { unschedulable: true } });
  world.behaviour = (architecture) => ({
    kind: 'succeed',
    ...(architecture === 'arm64' ? { image: { variant: 'v8' } } : {}),
  });
  world.assembly = () => ({ kind: 'hang' });
  world.run();
  build = world.build();
  job = only(world.jobs().filter(({ metadata }) => metadata.labels?.[label('architecture')] === 'arm64'));
  assembly = only(world.jobs('assemble'));
  credentials = job.metadata.annotations?.[label('credentials')] ?? '';
});

const owner = () => ({
  apiVersion: `${machineConfigGroup}/v1`,
  kind: 'MachineOSBuild',
  name: build.name,
  uid: build.object.metadata.uid,
  controller: true,
  blockOwnerDeletion: true,
});

const keyOf = (architecture: string) =>
  build.spec.platforms.find((one) => one.architecture === architecture)?.key ?? '';

const buildLabels = () => ({
  [label('component')]: 'build',
  [label('build')]: build.name,
  [label('architecture')]: 'arm64',
  [label('key')]: keyOf('arm64').slice(0, 63),
  [label('attempt')]: '1',
});
const buildAnnotations = () => ({
  [label('config-name')]: 'edge',
  [label('repository')]: images,
  [label('credentials')]: credentials,
});
const assemblyLabels = () => ({
  [label('component')]: 'assemble',
  [label('build')]: build.name,
  [label('attempt')]: '1',
});
const assemblyAnnotations = () => ({
  [label('config-name')]: 'edge',
  [label('credentials')]: credentials,
});

const offItsNode = {
  action: 'Ignore',
  onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }],
};
const confined = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};
const secret = (name: string, secretName: string) => ({
  name,
  secret: { secretName, items: [{ key: '.dockerconfigjson', path: 'config.json' }] },
});
const login = {
  name: 'login',
  projected: {
    sources: [
      { serviceAccountToken: { path: 'token', expirationSeconds: 3600 } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
      { downwardAPI: { items: [{ path: 'namespace', fieldRef: { fieldPath: 'metadata.namespace' } }] } },
    ],
  },
};
const results = { name: 'results', emptyDir: { sizeLimit: '16Mi' } };
const mounts = (...names: readonly string[]) =>
  names.map((name) => ({ name, mountPath: `/run/secrets/${name}`, readOnly: true }));
const report = (of: string) => ({
  name: 'report',
  image: 'own',
  args: ['layering', 'report', '--config-map', `result-${of}`, '--from', '/run/results'],
  env: [
    {
      name: 'JOB_UID',
      valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/controller-uid']" } },
    },
  ],
  volumeMounts: [
    { name: 'results', mountPath: '/run/results', readOnly: true },
    { name: 'login', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount', readOnly: true },
  ],
  terminationMessagePolicy: 'FallbackToLogsOnError',
  securityContext: confined,
});
const always = {
  restartPolicy: 'Never',
  serviceAccountName: 'builder',
  automountServiceAccountToken: false,
  terminationGracePeriodSeconds: 10,
};
const standardTolerations = [
  { key: 'kubernetes.io/arch', operator: 'Exists' },
  { key: 'multiarch.openshift.io/arch', operator: 'Exists' },
];

describe('the job that builds a platform', () => {
  test('belongs to its build and says what it is for', () => {
    const { name, namespace, labels, annotations, ownerReferences } = job.metadata;
    expect(name).toBe(`b-edge-${keyOf('arm64').slice(0, 12)}-arm64`);
    expect(namespace).toBe('layering');
    expect(labels).toEqual(buildLabels());
    expect(annotations).toEqual(buildAnnotations());
    expect(ownerReferences).toEqual([owner()]);
  });

  test('is tried once, in time, and not again where that would end the same', () => {
    const { template: _, ...spec } = job.spec as JsonObject;
    expect([job.apiVersion, job.kind]).toEqual(['batch/v1', 'Job']);
    expect(spec).toEqual({
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      activeDeadlineSeconds: 1100,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: {
        rules: [
          offItsNode,
          {
            action: 'FailJob',
            onExitCodes: { containerName: 'fetch', operator: 'In', values: [65, 66] },
          },
        ],
      },
    });
  });

  test('has a pod that is told from others, and stays where it is', () => {
    expect(at(job, 'spec', 'template', 'metadata')).toEqual({
      labels: buildLabels(),
      annotations: {
        ...buildAnnotations(),
        'openshift.io/required-scc': 'privileged',
        'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
      },
    });
  });

  interface Step extends JsonObject {
    readonly name: string;
    readonly volumeMounts: readonly { name: string; mountPath: string; readOnly?: boolean }[];
  }
  const steps = (of: KubernetesObject) =>
    at(of, 'spec', 'template', 'spec', 'initContainers') as readonly Step[];
  const stepOf = (of: KubernetesObject, name: string) =>
    only(steps(of).filter((one) => one.name === name) as never) as unknown as Step;

  test('goes step by step, and each sees what it needs: no step after the build reads what that can write, but the image', () => {
    const seen = steps(job).map(({ name, volumeMounts }) => [
      name,
      ...volumeMounts.map((mount) => `${mount.name}${mount.readOnly === true ? '' : ' rw'}`).sort(),
    ]);
    expect(seen).toEqual([
      ['login', 'fetch', 'login-file rw', 'pull'],
      ['fetch', 'fetch', 'login-file', 'results rw', 'source', 'store rw'],
      ['build', 'image rw', 'source', 'store rw'],
      ['push', 'image', 'push', 'results rw'],
    ]);
    expect(at(job, 'spec', 'template', 'spec', 'containers')).toEqual([report(job.metadata.name)]);
  });

  test('builds with no more rights than buildah needs, and does the rest with none', () => {
    const builder = {
      runAsUser: 0,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'], add: ['SETFCAP', 'SETGID', 'SETUID'] },
      seccompProfile: { type: 'Unconfined' },
      appArmorProfile: { type: 'Unconfined' },
    };
    expect(steps(job).map(({ name, image, securityContext }) => [name, image, securityContext])).toEqual([
      ['login', 'own', confined],
      ['fetch', 'builder', builder],
      ['build', 'builder', builder],
      ['push', 'own', confined],
    ]);
  });

  test('tells each step what it is about', () => {
    const key = keyOf('arm64');
    const variables = (values: Readonly<Record<string, string>>) =>
      Object.entries({
        PLATFORM: 'linux/arm64/v8',
        STORE: '/var/lib/store',
        REGISTRIES: '/run/registries',
        ...values,
      }).map(([name, value]) => ({ name, value }));
    const target = `${images}:k-${key.slice(0, 24)}-arm64`;
    expect(stepOf(job, 'login').args).toEqual(
      'layering login --authfile /run/secrets/pull/config.json --images /run/fetch/images --to /run/login/config.json'.split(
        ' ',
      ),
    );
    expect(stepOf(job, 'fetch')).toMatchObject({
      command: ['/bin/sh', '/run/fetch/fetch.sh'],
      resources: { limits: { memory: '4Gi' } },
      env: variables({
        EXPECTED_ARCH: 'arm64',
        BASE: `registry.example.com/base/os@${baseDigest('arm64')}`,
        RESULTS: '/run/results',
      }),
    });
    expect(stepOf(job, 'build')).toMatchObject({
      command: ['/bin/sh', '/run/build/build.sh'],
      resources: { limits: { memory: '4Gi' } },
      env: variables({
        FORMAT: 'oci',
        KEY_LABEL: label('key'),
        PLATFORM_KEY: key,
        BASE_DIGEST: baseDigest('arm64'),
        TARGET: target,
        IMAGE: '/run/image',
      }),
    });
    expect(stepOf(job, 'push').args).toEqual(
      `layering push --from /run/image --target ${target} --results /run/results --authfile /run/secrets/push/config.json`.split(
        ' ',
      ),
    );
  });

  test('reads registries.conf and authorities, of which who pushes has a copy of its own', () => {
    const own = new World({ nodes: { a: 'amd64' } });
    own.registries = { caCertificates: 'PEM', registriesConf: 'conf' };
    own.behaviour = () => ({ kind: 'hang' });
    const made = only(own.run().jobs());
    const mountOf = (step: string) =>
      stepOf(made, step)
        .volumeMounts.filter(({ mountPath }) => mountPath === '/run/registries')
        .map(({ name }) => name);
    expect(['fetch', 'build', 'push'].map(mountOf)).toEqual([
      ['registries'],
      ['registries'],
      ['push-registries'],
    ]);
    expect(stepOf(made, 'push').args).toEqual(
      expect.arrayContaining([
        '--ca-file',
        '/run/registries/ca.crt',
        '--registries-conf',
        '/run/registries/registries.conf',
      ]),
    );
  });

  test.each([
    ['every node can', [true, true], { hostUsers: false }],
    ['one node cannot', [true, false], {}],
    ['only nodes that are not chosen can', [], {}],
  ])('is in a user namespace of its own where %s', (_, can, expected) => {
    const own = new World({ spec: { build: { nodeSelector: { builds: 'yes' } } } });
    const handlers = (userNamespaces: boolean) => ({
      runtimeHandlers: [{ name: 'other' }, { name: '', features: { userNamespaces } }],
    });
    for (const [index, userNamespaces] of can.entries())
      own.addNode(`n${index}`, 'amd64', { labels: { builds: 'yes' }, status: handlers(userNamespaces) });
    own.addNode('elsewhere', 'amd64', { status: handlers(can.length === 0) });
    if (can.length === 0) own.addNode('without', 'amd64', { labels: { builds: 'yes' } });
    own.behaviour = () => ({ kind: 'hang' });
    const { hostUsers } = at(only(own.run().jobs()), 'spec', 'template', 'spec') as JsonObject;
    expect(hostUsers === undefined ? {} : { hostUsers }).toEqual(expected);
  });

  test('takes a login of the older type by its own key', () => {
    const own = new World({ nodes: { a: 'amd64' }, spec: { baseImagePullSecret: { name: 'base' } } });
    own.logins = {
      base: { kind: 'logins', key: '.dockercfg', scopes: [] },
      push: { kind: 'logins', key: '.dockerconfigjson', scopes: [] },
    };
    own.behaviour = () => ({ kind: 'hang' });
    const volumes = at(only(own.run().jobs()), 'spec', 'template', 'spec', 'volumes');
    const items = [{ key: '.dockercfg', path: 'config.json' }];
    expect(volumes).toEqual(
      expect.arrayContaining([{ name: 'pull', secret: { secretName: 'base', items } }]),
    );
  });

  test('runs where it is to, and sees the logins of its own step only', () => {
    const { initContainers: _, containers: __, ...pod } = at(job, 'spec', 'template', 'spec') as JsonObject;
    const items = ['Containerfile', 'build.sh', 'arguments'].map((key) => ({ key, path: key }));
    expect(pod).toEqual({
      ...always,
      nodeSelector: { builds: 'yes', 'kubernetes.io/arch': 'arm64', 'kubernetes.io/os': 'linux' },
      tolerations: [...standardTolerations, { key: 'dedicated', operator: 'Exists' }],
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 100,
              preference: {
                matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['leaving'] }],
              },
            },
          ],
        },
      },
      volumes: [
        { name: 'source', configMap: { name: job.metadata.name, items } },
        {
          name: 'fetch',
          configMap: {
            name: job.metadata.name,
            items: ['fetch.sh', 'images'].map((key) => ({ key, path: key })),
          },
        },
        { name: 'store', emptyDir: { sizeLimit: '100Gi' } },
        { name: 'image', emptyDir: { sizeLimit: '100Gi' } },
        secret('pull', 'base'),
        { name: 'login-file', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } },
        secret('push', 'middle'),
        results,
        login,
      ],
    });
  });

  test('without logins takes none out and pushes with none, and no affinity where no node is leaving', () => {
    const own = new World({ nodes: { a: 'amd64' }, spec: { intermediate: { repository: images } } });
    own.behaviour = () => ({ kind: 'hang' });
    const pod = at(only(own.run().jobs()), 'spec', 'template', 'spec') as JsonObject;
    const volumes = pod.volumes as readonly JsonObject[];
    expect(volumes).toContainEqual({ name: 'push', emptyDir: { sizeLimit: '16Mi' } });
    expect(volumes.map(({ name }) => name)).not.toContain('pull');
    expect(steps(only(own.jobs())).map(({ name }) => name)).toEqual(['fetch', 'build', 'push']);
    expect(stepOf(only(own.jobs()), 'push').args).not.toContain('--authfile');
    expect(pod).not.toHaveProperty('affinity');
  });

  test('avoids no more than a hundred nodes by name', () => {
    const own = new World({ nodes: { good: 'arm64' } });
    for (let index = 0; index < 101; index += 1)
      own.addNode(`leaving-${index}`, 'arm64', { spec: { unschedulable: true } });
    own.behaviour = () => ({ kind: 'hang' });
    const text = JSON.stringify(only(own.run().jobs()));
    expect([text.includes('"leaving-99"'), text.includes('"leaving-100"')]).toEqual([true, false]);
  });
});

describe('what a job reads', () => {
  test('is its Containerfile, the script and the arguments, and goes with the build', () => {
    const source = world.get('ConfigMap', job.metadata.name);
    const { labels, annotations, namespace, ownerReferences } = source.metadata;
    const { [label('attempt')]: _, ...ofAllAttempts } = buildLabels();
    expect(namespace).toBe('layering');
    expect(labels).toEqual({ ...ofAllAttempts, [label('component')]: 'source' });
    expect(annotations).toEqual({ [label('config-name')]: 'edge' });
    expect(ownerReferences).toEqual([owner()]);
    expect(source.data).toEqual({
      Containerfile: `FROM registry.example.com/base/os@${baseDigest('arm64')} AS configs\nRUN true\n`,
      'build.sh': buildScript,
      'fetch.sh': fetchScript,
      images: `registry.example.com/base/os@${baseDigest('arm64')}\n`,
      arguments: 'A=1\nB=2\n',
    });
  });
});

describe('the job that puts images together', () => {
  test('belongs to its build and says what it is for', () => {
    const { name, namespace, labels, annotations, ownerReferences } = assembly.metadata;
    expect([name, namespace]).toEqual([`a-${build.name}-1`, 'layering']);
    expect(labels).toEqual(assemblyLabels());
    expect(annotations).toEqual(assemblyAnnotations());
    expect(ownerReferences).toEqual([owner()]);
    expect(at(assembly, 'spec', 'template', 'metadata')).toEqual({
      labels: assemblyLabels(),
      annotations: {
        ...assemblyAnnotations(),
        'cluster-autoscaler.kubernetes.io/safe-to-evict': 'false',
      },
    });
  });

  test('is tried once, in an hour', () => {
    const { template: _, ...spec } = assembly.spec as JsonObject;
    expect([assembly.apiVersion, assembly.kind]).toEqual(['batch/v1', 'Job']);
    expect(spec).toEqual({
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      activeDeadlineSeconds: 3600,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: { rules: [offItsNode] },
    });
  });

  test('runs anywhere, confined, and is told of the images, their bases and both logins', () => {
    const imageOf = (architecture: string): string =>
      build.status.platforms?.find((one) => one.architecture === architecture)?.image?.digest ?? '';
    expect(at(assembly, 'spec', 'template', 'spec')).toEqual({
      ...always,
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: standardTolerations,
      initContainers: [
        {
          name: 'assemble',
          image: 'own',
          args: [
            'layering',
            'assemble',
            '--target',
            `registry.example.com/os/edge:${build.name}`,
            '--platform',
            `amd64=${images}@${imageOf('amd64')}`,
            '--platform',
            `arm64/v8=${images}@${imageOf('arm64')}`,
            '--base',
            `amd64=${baseDigest('amd64')}`,
            '--base',
            `arm64=${baseDigest('arm64')}`,
            '--format',
            'oci',
            '--publish',
            'index',
            '--child-tags',
            '--results',
            '/run/results',
            '--source-authfile',
            '/run/secrets/pull/config.json',
            '--authfile',
            '/run/secrets/push/config.json',
          ],
          env: [],
          volumeMounts: [{ name: 'results', mountPath: '/run/results' }, ...mounts('pull', 'push')],
          terminationMessagePolicy: 'FallbackToLogsOnError',
          securityContext: confined,
        },
      ],
      containers: [report(assembly.metadata.name)],
      volumes: [secret('pull', 'pull'), secret('push', 'push'), results, login],
    });
  });
});

describe('the build', () => {
  const platform = (architecture: string, more: { readonly [key: string]: JsonValue }) => ({
    architecture,
    key: keyOf(architecture),
    base: {
      image: `registry.example.com/base/os@${baseDigest(architecture)}`,
      digest: baseDigest(architecture),
    },
    ...more,
  });

  test('is owned by its config, keeps its images until it is looked after, and says everything', () => {
    const { object, name } = build;
    const config = world.get('MachineOSConfig', 'edge').metadata;
    expect(object.apiVersion).toBe(`${machineConfigGroup}/v1`);
    expect(object.metadata).toMatchObject({
      annotations: { [label('cause')]: 'Wanted', [label('config-name')]: 'edge' },
      finalizers: [label('images')],
    });
    expect(object.metadata.annotations).not.toHaveProperty([label('withheld')]);
    expect(object.metadata.ownerReferences).toEqual([
      { ...owner(), kind: 'MachineOSConfig', name: 'edge', uid: config.uid },
    ]);
    expect(build.spec).toEqual({
      machineOSConfig: { name: 'edge' },
      renderedImagePushSpec: `registry.example.com/os/edge:${name}`,
      renderedImagePushSecret: { name: 'push' },
      intermediateRepository: images,
      intermediateSecret: { name: 'middle' },
      buildKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      retry: 0,
      format: 'OCI',
      publish: 'Index',
      platforms: [
        platform('amd64', { containerfile: 'None' }),
        platform('arm64', { variant: 'v8', containerfile: 'ARM64' }),
      ],
    });
    expect(name).toBe(`edge-${build.spec.buildKey.slice(0, 20)}`);
  });

  test('of a pool names the rendered configuration; without a middle login there is none', () => {
    const own = new World({
      nodes: { a: 'amd64' },
      pool: true,
      spec: { intermediate: { repository: images } },
    }).run();
    expect(own.build().spec).toMatchObject({
      machineConfig: { name: 'rendered-edge-1' },
      publish: 'Manifest',
    });
    expect(own.build().spec).not.toHaveProperty('intermediateSecret');
  });
});
