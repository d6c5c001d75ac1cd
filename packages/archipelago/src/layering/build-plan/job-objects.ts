import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Architecture } from '../../api/architectures.ts';
import { names } from '../api/layering-names.ts';
import { jobName } from '../object-names.ts';
import type { BuildPlatform } from './build-platform.ts';
import { buildTemplate } from './build-pod.ts';
import { buildScript } from './build-script.ts';
import { credentialsOf } from './credentials.ts';
import { fetchScript } from './fetch-script.ts';
import { namedImages } from './named-images.ts';
import type { ObservedBuild } from './observed-build.ts';
import { finalExitCodes, judgingContainer } from './observed-job.ts';
import { ownerOf } from './owner-of.ts';
import { keyLabel, type PlanContext } from './plan-context.ts';
import { offItsNode } from './pod-template.ts';
import { registryFiles } from './registry-settings.ts';
import { renderContainerfile } from './render-containerfile.ts';
import type { WantedPlatform } from './wanted-build.ts';

/** What a platform's jobs read: Containerfile, scripts, arguments, images to fetch. The same for all attempts. */
export function sourceObject(
  context: PlanContext,
  build: ObservedBuild,
  platform: WantedPlatform,
): KubernetesObject {
  const { config, reading } = context;
  const { architecture, key } = platform;
  const containerfile = renderContainerfile(platform);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: jobName(config.name, key, architecture),
      namespace: reading.deployment.namespace,
      labels: labelsOf('source', build, architecture, key),
      annotations: { [names.configName]: config.name },
      ownerReferences: ownerOf(build.object),
    },
    data: {
      Containerfile: containerfile,
      'build.sh': buildScript,
      'fetch.sh': fetchScript,
      images: [platform.base.image, ...namedImages(containerfile, platform.buildArguments)]
        .filter((image, index, all) => all.indexOf(image) === index)
        .join('\n')
        .concat('\n'),
      arguments: Object.entries(platform.buildArguments)
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join('\n')
        .concat('\n'),
      ...registryFiles(reading.deployment),
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

/** Exit codes 65 and 66 would come again. */
const podFailurePolicy: JsonObject = {
  rules: [
    offItsNode,
    {
      action: 'FailJob',
      onExitCodes: { containerName: judgingContainer, operator: 'In', values: [...finalExitCodes] },
    },
  ],
};

/** The job that builds one platform on a node of its architecture. */
export function buildJob(
  context: PlanContext,
  build: ObservedBuild,
  platform: BuildPlatform,
  attempt: number,
): KubernetesObject {
  const { config, reading } = context;
  const { architecture, key } = platform;
  const name = jobName(config.name, key, architecture, attempt);
  const labels = { ...labelsOf('build', build, architecture, key), [names.attempt]: String(attempt) };
  const annotations = {
    [names.configName]: config.name,
    [names.repository]: build.spec.intermediateRepository,
    [names.credentials]: credentialsOf(context),
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace: reading.deployment.namespace,
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
