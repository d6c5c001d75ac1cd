import type { JsonObject } from '../../api/json-value.ts';
import type { KubernetesObject, OwnerReference } from '../../api/kubernetes-object.ts';
import { names } from '../api/layering-names.ts';
import type { Architecture } from '../architecture.ts';
import { contentTag, jobName, resultName } from '../object-names.ts';
import { tolerationsOf } from './build-nodes.ts';
import { buildScript } from './build-script.ts';
import type { ObservedBuild } from './observed-build.ts';
import { keyLabel, type PlanContext } from './plan-context.ts';
import { podTemplate, secretVolume } from './pod-template.ts';
import { renderContainerfile } from './render-containerfile.ts';
import type { WantedPlatform } from './wanted-build.ts';

export type BuildPlatform = ObservedBuild['spec']['platforms'][number];

/** Builds are owned by their config, everything else by its build. */
export function ownerOf({ apiVersion, kind, metadata }: KubernetesObject): readonly OwnerReference[] {
  return [
    {
      apiVersion,
      kind,
      name: metadata.name,
      uid: metadata.uid ?? '',
      controller: true,
      blockOwnerDeletion: true,
    },
  ];
}

/** `repository:tag` under which the image of a platform is found by what went into it. */
export function contentReference(build: ObservedBuild, { key, architecture }: BuildPlatform): string {
  return `${build.spec.intermediateRepository}:${contentTag(key, architecture)}`;
}

/** Name of the ConfigMap that the jobs of one platform read. */
export function sourceName(config: string, { key, architecture }: BuildPlatform): string {
  return jobName(config, key, architecture);
}

/** What a platform's jobs read: Containerfile, script, arguments. The same for all attempts. */
export function sourceObject(
  context: PlanContext,
  build: ObservedBuild,
  platform: WantedPlatform,
): KubernetesObject {
  const { config, input } = context;
  const { architecture, key } = platform;
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: jobName(config.name, key, architecture),
      namespace: input.deployment.namespace,
      labels: labelsOf('source', build, architecture, key),
      annotations: { [names.configName]: config.name },
      ownerReferences: ownerOf(build.object),
    },
    data: {
      Containerfile: renderContainerfile(platform),
      'build.sh': buildScript,
      arguments: Object.entries(platform.buildArguments)
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join('\n')
        .concat('\n'),
    },
  };
}

function labelsOf(component: string, build: ObservedBuild, architecture: Architecture, key: string) {
  return {
    [names.component]: component,
    [names.build]: build.name,
    [names.architecture]: architecture,
    [names.key]: keyLabel(key),
  };
}

/** Exit codes 65 and 66 would come again; a pod that was put off its node is no failure. */
const podFailurePolicy: JsonObject = {
  rules: [
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
    { action: 'FailJob', onExitCodes: { containerName: 'build', operator: 'In', values: [65, 66] } },
  ],
};

/** The job that builds one platform on a node of its architecture. */
export function buildJob(
  context: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
  attempt: number,
): KubernetesObject {
  const { config, input } = context;
  const { architecture, key } = platform;
  const name = jobName(config.name, key, architecture, attempt);
  const labels = { ...labelsOf('build', build, architecture, key), [names.attempt]: String(attempt) };
  const annotations = {
    [names.configName]: config.name,
    [names.repository]: build.spec.intermediateRepository,
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace: input.deployment.namespace,
      labels,
      annotations,
      ownerReferences: ownerOf(build.object),
    },
    spec: {
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      activeDeadlineSeconds: config.schedulingDeadlineSeconds + config.deadlineSeconds,
      podReplacementPolicy: 'Failed',
      podFailurePolicy,
      template: buildTemplate(context, build, platform, { name, labels, annotations }),
    },
  };
}

interface NamedMeta {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

function buildTemplate(
  context: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
  meta: NamedMeta,
): JsonObject {
  const { config, input } = context;
  const { architecture } = platform;
  const placement = config.placements[architecture];
  const builder: JsonObject = {
    name: 'build',
    image: input.deployment.builderImage,
    command: ['/bin/sh', '/run/build/build.sh'],
    env: buildEnvironment(build, platform),
    resources: placement.resources,
    volumeMounts: [
      { name: 'source', mountPath: '/run/build', readOnly: true },
      { name: 'store', mountPath: '/var/lib/store' },
      { name: 'results', mountPath: '/run/results' },
      { name: 'pull', mountPath: '/run/secrets/pull', readOnly: true },
      { name: 'push', mountPath: '/run/secrets/push', readOnly: true },
    ],
  };
  return podTemplate(input.deployment, meta, {
    nodeSelector: {
      ...placement.nodeSelector,
      'kubernetes.io/arch': architecture,
      'kubernetes.io/os': 'linux',
    },
    tolerations: tolerationsOf(placement).map((toleration) => ({ ...toleration })),
    initContainers: [builder],
    volumes: [
      { name: 'source', configMap: { name: sourceName(config.name, platform) } },
      { name: 'store', emptyDir: {} },
      secretVolume('pull', config.basePullSecret),
      secretVolume('push', config.intermediate.pushSecret),
    ],
    result: resultName(meta.name),
  });
}

function buildEnvironment(build: ObservedBuild, platform: BuildPlatform): readonly JsonObject[] {
  const { architecture, variant, key, base } = platform;
  const values: Readonly<Record<string, string>> = {
    EXPECTED_ARCH: architecture,
    PLATFORM: `linux/${architecture}${variant === undefined ? '' : `/${variant}`}`,
    FORMAT: build.spec.format === 'OCI' ? 'oci' : 'docker',
    KEY_LABEL: names.key,
    PLATFORM_KEY: key,
    BASE_DIGEST: base.digest,
    TARGET: contentReference(build, platform),
    STORE: '/var/lib/store',
    RESULTS: '/run/results',
  };
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
