import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { assemblyName, registriesName, resultName } from '../object-names.ts';
import { standardTolerations } from './build-nodes.ts';
import { credentialsOf } from './credentials.ts';
import type { ObservedBuild } from './observed-build.ts';
import { ownerOf } from './owner-of.ts';
import type { PlanContext } from './plan-context.ts';
import type { PlatformStatus } from './platform-status.ts';
import { confined, loginSecret, offItsNode, podTemplate, secretVolume, toldByLog } from './pod-template.ts';
import { proxyVariables, registriesArguments, registriesMount } from './registry-settings.ts';

/**
 * The job that copies the images to the final repository and publishes the index: the only one with the final login.
 * `--child-tags` has each child tagged, too: some registries collect untagged children of a tagged index
 * (`docs/compatibility/layering.md#what-registries-do`).
 */
export function assemblyJob(
  context: PlanContext,
  build: ObservedBuild,
  platforms: readonly PlatformStatus[],
  attempt: number,
): KubernetesObject {
  const { config, reading } = context;
  const { namespace } = reading.deployment;
  const name = assemblyName(build.name, attempt);
  const labels = {
    [names.component]: 'assemble',
    [names.build]: build.name,
    [names.attempt]: String(attempt),
  };
  const annotations = { [names.configName]: config.name, [names.credentials]: credentialsOf(context) };
  const meta = { name, labels, annotations };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, namespace, labels, annotations, ownerReferences: ownerOf(build.object) },
    spec: {
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      activeDeadlineSeconds: 3600,
      podReplacementPolicy: 'Failed',
      podFailurePolicy: { rules: [offItsNode] },
      template: assemblyTemplate(context, { ...meta, build: build.name }, [
        ...assemblyArguments(build, platforms),
        ...loginArguments(config),
        ...registriesArguments(reading.deployment),
      ]),
    },
  };
}

function assemblyTemplate(
  { config, reading }: PlanContext,
  meta: Parameters<typeof podTemplate>[1] & { readonly build: string },
  args: readonly string[],
): JsonObject {
  const { volumes, volumeMounts } = registriesMount(reading.deployment, registriesName(meta.build));
  const assemble: JsonObject = {
    name: 'assemble',
    image: reading.deployment.ownImage,
    args,
    env: proxyVariables(reading.deployment),
    volumeMounts: [
      { name: 'results', mountPath: '/run/results' },
      { name: 'pull', mountPath: '/run/secrets/pull', readOnly: true },
      { name: 'push', mountPath: '/run/secrets/push', readOnly: true },
      ...volumeMounts,
    ],
    ...toldByLog,
    ...confined,
  };
  return podTemplate(reading.deployment, meta, {
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    tolerations: standardTolerations.map((toleration) => ({ ...toleration })),
    initContainers: [assemble],
    volumes: [
      secretVolume('pull', loginSecret(reading, config.intermediate.pullSecret)),
      secretVolume('push', loginSecret(reading, config.pushSecret)),
      ...volumes,
    ],
    result: resultName(meta.name),
  });
}

function assemblyArguments(build: ObservedBuild, platforms: readonly PlatformStatus[]): readonly string[] {
  const { spec } = build;
  const children = platforms.flatMap(({ architecture, image }) => {
    if (image === undefined) return [];
    const platform = image.variant === undefined ? architecture : `${architecture}/${image.variant}`;
    return ['--platform', `${platform}=${spec.intermediateRepository}@${image.digest}`];
  });
  const bases = spec.platforms.flatMap(({ architecture, base }) => [
    '--base',
    `${architecture}=${base.digest}`,
  ]);
  return [
    'layering',
    'assemble',
    '--target',
    spec.renderedImagePushSpec,
    ...children,
    ...bases,
    '--format',
    spec.format.toLowerCase(),
    '--publish',
    spec.publish.toLowerCase(),
    '--child-tags',
    '--results',
    '/run/results',
  ];
}

/** The flag of a file that is not there is a mistake of use; without a login for the source, the target's is the only one there is. */
function loginArguments({ intermediate: { pullSecret } }: PlanContext['config']): readonly string[] {
  const pull = pullSecret === undefined ? [] : ['--source-authfile', '/run/secrets/pull/config.json'];
  return [...pull, '--authfile', '/run/secrets/push/config.json'];
}
