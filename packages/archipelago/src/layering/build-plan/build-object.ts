import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import { buildName } from '../object-names.ts';
import type { ToCreate } from './choose-build.ts';
import { ownerOf } from './owner-of.ts';
import type { PlanContext } from './plan-context.ts';
import type { WantedBuild } from './wanted-build.ts';

type Resolved = Extract<WantedBuild, { kind: 'resolved' }>;

/** The MachineOSBuild that is to be made. */
export function buildObject(
  context: PlanContext,
  wanted: Resolved,
  { retry, cause, withheld }: ToCreate,
): KubernetesObject {
  const { config } = context;
  const name = buildName(config.name, wanted.key, retry);
  const apiVersion = `${config.group}/v1`;
  const owner = { apiVersion, kind: 'MachineOSConfig', metadata: { name: config.name, uid: config.uid } };
  return {
    apiVersion,
    kind: 'MachineOSBuild',
    metadata: {
      name,
      annotations: {
        [names.cause]: cause,
        [names.configName]: config.name,
        ...(withheld.length === 0 ? {} : { [names.withheld]: withheld.join(',') }),
      },
      finalizers: [names.imagesFinalizer],
      ownerReferences: ownerOf(owner),
    },
    spec: specOf(context, wanted, retry, name),
  };
}

function specOf(
  { config, renderedName: rendered }: PlanContext,
  wanted: Resolved,
  retry: number,
  name: string,
): JsonObject {
  return {
    machineOSConfig: { name: config.name },
    ...(rendered === undefined ? {} : { machineConfig: { name: rendered } }),
    renderedImagePushSpec: `${config.repository}:${name}`,
    renderedImagePushSecret: { name: config.pushSecret },
    intermediateRepository: config.intermediate.repository,
    ...(config.intermediate.pushSecret === undefined
      ? {}
      : { intermediateSecret: { name: config.intermediate.pushSecret } }),
    buildKey: wanted.key,
    retry,
    format: config.format,
    publish: wanted.publish,
    platforms: wanted.platforms.map(({ architecture, variant, key, containerfile, base }) => ({
      architecture,
      ...(variant === undefined ? {} : { variant }),
      key,
      containerfile: containerfile.source,
      base,
    })),
  };
}
