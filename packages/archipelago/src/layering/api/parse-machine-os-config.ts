import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import type { Architecture } from '../../api/architectures.ts';
import type { Containerfiles } from '../resolve-containerfile.ts';
import { rebuildsOf, requestOf } from './architecture-request.ts';
import { checkAgainstSchema, type FieldRefusal, refused } from './check-against-schema.ts';
import { checkRules } from './check-rules.ts';
import { schemaOf } from './layering-definitions.ts';
import { type LayeringGroup, machineConfigGroup, names, ownGroup } from './layering-names.ts';
import type { BuildPlacement, BuildPolicies, MachineOsConfig } from './machine-os-config.ts';
import { type MachineOsConfigSpec, machineOsConfigSpec } from './machine-os-config-schema.ts';
import { type MachineOsConfigStatus, machineOsConfigStatus } from './machine-os-config-status-schema.ts';
import { repositoryOf } from './push-spec.ts';

type ParsedMachineOsConfig =
  | { readonly ok: true; readonly config: MachineOsConfig }
  | { readonly ok: false; readonly refusals: readonly FieldRefusal[] };

const known = new WeakMap<KubernetesObject, ParsedMachineOsConfig>();

/**
 * Reads a MachineOSConfig of either group. Checks what the API server's schema checks, rules included, so that a file that was
 * never sent to a cluster is judged the same. Once for each version of an object, which is taken not to change: every pass reads
 * every config, and checking it is most of the reading.
 */
export function parseMachineOsConfig(object: KubernetesObject): ParsedMachineOsConfig {
  const parsed = known.get(object) ?? parse(object);
  known.set(object, parsed);
  return parsed;
}

function parse(object: KubernetesObject): ParsedMachineOsConfig {
  const { spec } = object;
  const group = groupOf(object.apiVersion);
  if (group === undefined || object.kind !== 'MachineOSConfig') {
    const kind = `${object.apiVersion} ${object.kind}`;
    const fix = `write apiVersion: ${machineConfigGroup}/v1 or ${ownGroup}/v1, kind: MachineOSConfig`;
    return { ok: false, refusals: [refused('kind', kind, 'is no MachineOSConfig', fix)] };
  }
  if (!isSpec(spec))
    return { ok: false, refusals: checkAgainstSchema(asJson(spec), schemaOf(machineOsConfigSpec), 'spec') };
  const refusals = checkRules(object, spec);
  return refusals.length > 0 ? { ok: false, refusals } : { ok: true, config: read(object, group, spec) };
}

/** The group of an apiVersion, where it is one of ours. */
export function groupOf(apiVersion: string): LayeringGroup | undefined {
  return [machineConfigGroup, ownGroup].find((group): group is LayeringGroup => apiVersion === `${group}/v1`);
}

function asJson(value: unknown): JsonValue | undefined {
  return isJsonObject(value) || Array.isArray(value)
    ? value
    : value === undefined
      ? undefined
      : String(value);
}

function isSpec(value: unknown): value is MachineOsConfigSpec {
  return isJsonObject(value) && checkAgainstSchema(value, schemaOf(machineOsConfigSpec), 'spec').length === 0;
}

function isStatus(value: unknown): value is MachineOsConfigStatus {
  return (
    isJsonObject(value) && checkAgainstSchema(value, schemaOf(machineOsConfigStatus), 'status').length === 0
  );
}

function read(object: KubernetesObject, group: LayeringGroup, spec: MachineOsConfigSpec): MachineOsConfig {
  const { name, uid = '', generation = 0, annotations = {}, resourceVersion } = object.metadata;
  const repository = repositoryOf(spec.renderedImagePushSpec);
  return {
    group,
    name,
    uid,
    resourceVersion,
    generation,
    members: membersOf(spec),
    baseImage: spec.baseImage,
    basePullSecret: spec.baseImagePullSecret?.name,
    pushSecret: spec.renderedImagePushSecret.name,
    repository,
    containerfiles: containerfilesOf(spec),
    architectures: [...(spec.architectures ?? [])].sort(),
    ...policiesOf(spec),
    intermediate: intermediateOf(spec, repository),
    placements: placementsOf(spec),
    retry: requestOf(annotations[names.retry]),
    rebuild: requestOf(annotations[names.rebuild] ?? annotations[names.knownRebuild]),
    rebuilds: rebuildsOf(annotations[names.rebuilds]),
    annotations,
    rollout: { ...rolloutStandards, ...spec.rollout },
    status: isStatus(object.status) ? object.status : {},
  };
}

function membersOf({
  machineConfigPool: pool,
  nodeSelector,
}: MachineOsConfigSpec): MachineOsConfig['members'] {
  return pool === undefined
    ? { kind: 'labels', labels: nodeSelector ?? {} }
    : { kind: 'pool', name: pool.name };
}

/** The standards, as the schema has them: a file that was not sent to a cluster lacks its defaults. */
const standards = {
  removalGracePeriodSeconds: 86_400,
  format: 'OCI',
  singleArchitecture: 'Manifest',
  unsupportedKernel: 'Skip',
  successfulBuildsHistoryLimit: 3,
  failedBuildsHistoryLimit: 1,
} as const;

const buildStandards = {
  maxParallel: Number.POSITIVE_INFINITY,
  attempts: 3,
  schedulingDeadlineSeconds: 3600,
  deadlineSeconds: 7200,
  onSiblingFailure: 'Continue',
  onDeletedJob: 'Recreate',
} as const;

const rolloutStandards = {
  mode: 'Automatic',
  maxUnavailable: 1,
  drainTimeoutSeconds: 3600,
  updateTimeoutSeconds: 3600,
} as const;

function policiesOf(spec: MachineOsConfigSpec): BuildPolicies {
  const chosen = { ...standards, ...spec };
  const build = { ...buildStandards, ...spec.build };
  return {
    expectMachineSets: spec.expectedArchitectures === 'MachineSets',
    removalGraceSeconds: chosen.removalGracePeriodSeconds,
    format: chosen.format,
    singleArchitecture: chosen.singleArchitecture,
    unsupportedKernel: chosen.unsupportedKernel,
    successfulBuildsHistoryLimit: chosen.successfulBuildsHistoryLimit,
    failedBuildsHistoryLimit: chosen.failedBuildsHistoryLimit,
    maxParallel: build.maxParallel,
    attempts: build.attempts,
    schedulingDeadlineSeconds: build.schedulingDeadlineSeconds,
    deadlineSeconds: build.deadlineSeconds,
    onSiblingFailure: build.onSiblingFailure,
    onDeletedJob: build.onDeletedJob,
  };
}

function containerfilesOf({ containerFile = [] }: MachineOsConfigSpec): Containerfiles {
  return Object.fromEntries(
    containerFile.map(({ containerfileArch, content }) => [containerfileArch ?? 'NoArch', content]),
  );
}

function intermediateOf(spec: MachineOsConfigSpec, repository: string): MachineOsConfig['intermediate'] {
  const { intermediate, renderedImagePushSecret: final } = spec;
  if (intermediate === undefined) return { repository, pushSecret: final.name, pullSecret: final.name };
  const pushSecret = intermediate.pushSecret?.name;
  return {
    repository: intermediate.repository,
    pushSecret,
    pullSecret: intermediate.pullSecret?.name ?? pushSecret,
  };
}

function placementsOf({ build = {} }: MachineOsConfigSpec): MachineOsConfig['placements'] {
  const placement = (architecture: Architecture): BuildPlacement => {
    const own = build.perArchitecture?.find((one) => one.architecture === architecture);
    return {
      nodeSelector: { ...build.nodeSelector, ...own?.nodeSelector },
      tolerations: own?.tolerations ?? build.tolerations ?? [],
      resources: resourcesOf(own?.resources ?? build.resources),
      variant: own?.variant,
      buildArguments: { ...build.buildArguments, ...own?.buildArguments },
    };
  };
  return {
    amd64: placement('amd64'),
    arm64: placement('arm64'),
    ppc64le: placement('ppc64le'),
    s390x: placement('s390x'),
  };
}

/** Layers are copied while they are built: without room on its disk a node evicts the pod. */
function resourcesOf(given: JsonObject | undefined): JsonObject {
  return given ?? { requests: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '20Gi' } };
}
