import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import type { KubernetesObject } from '../../api/kubernetes-object.ts';
import { type Architecture, architectures, isArchitecture } from '../architecture.ts';
import type { Containerfiles } from '../resolve-containerfile.ts';
import { checkAgainstSchema, type FieldRefusal, refused } from './check-against-schema.ts';
import { schemaOf } from './layering-definitions.ts';
import { type LayeringGroup, machineConfigGroup, names, ownGroup } from './layering-names.ts';
import type { ArchitectureRequest, BuildPlacement, MachineOsConfig } from './machine-os-config.ts';
import { type MachineOsConfigSpec, machineOsConfigSpec } from './machine-os-config-schema.ts';
import { type MachineOsConfigStatus, machineOsConfigStatus } from './machine-os-config-status-schema.ts';

export type ParsedMachineOsConfig =
  | { readonly ok: true; readonly config: MachineOsConfig }
  | { readonly ok: false; readonly refusals: readonly FieldRefusal[] };

/**
 * Reads a MachineOSConfig of either group. Checks what the API server's schema checks, rules included, so that a file that was
 * never sent to a cluster is judged the same.
 */
export function parseMachineOsConfig(object: KubernetesObject): ParsedMachineOsConfig {
  const { spec } = object;
  const group = groupOf(object.apiVersion);
  if (group === undefined || object.kind !== 'MachineOSConfig') {
    const kind = `${object.apiVersion} ${object.kind}`;
    const fix = `write apiVersion: ${machineConfigGroup}/v1 or ${ownGroup}/v1, kind: MachineOSConfig`;
    return { ok: false, refusals: [refused('kind', kind, 'is no MachineOSConfig', fix)] };
  }
  if (!isSpec(spec))
    return { ok: false, refusals: checkAgainstSchema(asJson(spec), schemaOf(machineOsConfigSpec), 'spec') };
  const refusals = [...crossChecks(object, spec), ...annotationChecks(object)];
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

const pushSpec =
  /^((?:[a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+(?::[0-9]{2,5})?(?:\/[a-zA-Z0-9-_.]{1,61})*\/[a-zA-Z0-9-_.]+):[a-zA-Z0-9._-]+$/;

function crossChecks({ metadata }: KubernetesObject, spec: MachineOsConfigSpec): readonly FieldRefusal[] {
  const { machineConfigPool: pool, nodeSelector, baseImage, renderedImagePushSpec: target } = spec;
  const placements = [
    spec.build?.nodeSelector,
    ...(spec.build?.perArchitecture ?? []).map((one) => one.nodeSelector),
  ];
  const fixed = placements
    .flatMap((labels) => Object.entries(labels ?? {}))
    .filter(([key]) => ownLabels.includes(key));
  return [
    ...((pool === undefined) === (nodeSelector === undefined)
      ? [
          refused(
            'spec.machineConfigPool',
            pool?.name,
            pool === undefined ? 'is missing, as is spec.nodeSelector' : 'is named besides spec.nodeSelector',
            'write one of the two',
          ),
        ]
      : []),
    ...(pool === undefined && baseImage === undefined
      ? [
          refused(
            'spec.baseImage',
            undefined,
            'is needed where no pool has a rendered configuration',
            'name the image to start from',
          ),
        ]
      : []),
    ...(pool !== undefined && pool.name !== metadata.name
      ? [
          refused(
            'metadata.name',
            metadata.name,
            `is not the name of the pool ${pool.name}, which has one MachineOSConfig`,
            `name it ${pool.name}`,
          ),
        ]
      : []),
    ...(pushSpec.test(target) && /[.:].*\//.test(target)
      ? []
      : [
          refused(
            'spec.renderedImagePushSpec',
            target,
            'is no repository with a tag',
            'write host[:port]/path/name:tag',
          ),
        ]),
    ...fixed.map(([key, value]) =>
      refused(
        `spec.build.nodeSelector[${key}]`,
        value,
        'would send builds of other architectures to nodes that cannot run them',
        'leave it out: each build is sent to its architecture',
      ),
    ),
  ];
}

const ownLabels = ['kubernetes.io/arch', 'kubernetes.io/os'];

function annotationChecks({ metadata }: KubernetesObject): readonly FieldRefusal[] {
  return [names.retry, names.rebuild].flatMap((key) => {
    const value = metadata.annotations?.[key];
    if (value === undefined || requestOf(value) !== undefined) return [];
    const fix = `write all, or some of ${architectures.join(',')}`;
    return [refused(`metadata.annotations[${key}]`, value, 'names something that is no architecture', fix)];
  });
}

/** `all` or nothing at all: everything; else names, separated by commas. */
function requestOf(text: string | undefined): ArchitectureRequest | undefined {
  if (text === undefined) return undefined;
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0 || words.includes('all')) return 'all';
  return words.every(isArchitecture) ? [...new Set(words)].sort() : undefined;
}

function read(object: KubernetesObject, group: LayeringGroup, spec: MachineOsConfigSpec): MachineOsConfig {
  const { name, uid = '', generation = 0, annotations = {} } = object.metadata;
  const { machineConfigPool: pool, build = {} } = spec;
  const repository = pushSpec.exec(spec.renderedImagePushSpec)?.[1] ?? spec.renderedImagePushSpec;
  return {
    group,
    name,
    uid,
    generation,
    members:
      pool === undefined
        ? { kind: 'labels', labels: spec.nodeSelector ?? {} }
        : { kind: 'pool', name: pool.name },
    baseImage: spec.baseImage,
    basePullSecret: spec.baseImagePullSecret?.name,
    pushSecret: spec.renderedImagePushSecret.name,
    repository,
    containerfiles: containerfilesOf(spec),
    architectures: [...(spec.architectures ?? [])].sort(),
    expectMachineSets: spec.expectedArchitectures === 'MachineSets',
    ...policiesOf(spec),
    intermediate: intermediateOf(spec, repository),
    placements: placementsOf(spec),
    maxParallel: build.maxParallel ?? Number.POSITIVE_INFINITY,
    attempts: build.attempts ?? 3,
    schedulingDeadlineSeconds: build.schedulingDeadlineSeconds ?? 3600,
    deadlineSeconds: build.deadlineSeconds ?? 7200,
    onSiblingFailure: build.onSiblingFailure ?? 'Continue',
    onDeletedJob: build.onDeletedJob ?? 'Recreate',
    retry: requestOf(annotations[names.retry]),
    rebuild: requestOf(annotations[names.rebuild] ?? annotations[names.knownRebuild]),
    rebuilds: rebuildsOf(annotations[names.rebuilds]),
    annotations,
    status: isStatus(object.status) ? object.status : {},
  };
}

function policiesOf(spec: MachineOsConfigSpec) {
  return {
    removalGraceSeconds: spec.removalGracePeriodSeconds ?? 86_400,
    format: spec.format ?? 'OCI',
    singleArchitecture: spec.singleArchitecture ?? 'Manifest',
    unsupportedKernel: spec.unsupportedKernel ?? 'Skip',
    successfulBuildsHistoryLimit: spec.successfulBuildsHistoryLimit ?? 3,
    failedBuildsHistoryLimit: spec.failedBuildsHistoryLimit ?? 1,
  } as const;
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

function rebuildsOf(text = ''): MachineOsConfig['rebuilds'] {
  const pairs = text.split(',').flatMap((pair) => {
    const [name = '', count = ''] = pair.split('=');
    return isArchitecture(name) && /^[0-9]{1,9}$/.test(count) ? [[name, Number(count)] as const] : [];
  });
  return Object.fromEntries(pairs);
}
