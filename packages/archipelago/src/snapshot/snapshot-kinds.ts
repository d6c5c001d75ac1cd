import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { hyperConvergedKind } from '../api/hyper-converged-kind.ts';
import { operands } from '../config/operands.ts';
import { authorityMaps, factKinds, factNames, type Part } from '../doctor/facts/fact-kinds.ts';
import { keepFields } from '../doctor/facts/keep-fields.ts';
import { keptFields } from '../doctor/facts/kept-fields.ts';
import { names } from '../layering/api/layering-names.ts';
import { parameterNames } from '../operator/deployment-parameters.ts';
import { bootSourceKinds } from '../operator/golden-images/boot-source-kinds.ts';
import { buildKinds, configKinds, layeringKinds } from '../operator/layering/layering-kinds.ts';
import {
  configurations,
  definitionName,
  definitions,
  deployments,
  imageMirrorSets,
  operatorName,
} from '../operator/mirror/cluster-resources.ts';

/** A kind that snapshots have, and what they keep of its objects. */
interface SnapshotKind {
  readonly resource: Resource;
  readonly keep: (object: JsonObject) => JsonObject;
  /** What any of them selects; none: all of the kind. */
  readonly parts?: readonly Part[];
}

/** The same, by paths; see `keepFields`. */
interface Kept extends Omit<SnapshotKind, 'keep'> {
  readonly keep: readonly string[] | 'whole';
}

const { machineConfigs, machineSets, pools, jobs, pods, configMaps } = layeringKinds;
const { claims, dataSources, dataVolumes, snapshots, dataImportCrons } = bootSourceKinds;
const ofBuilds = { parts: [{ labels: names.component }] } as const;

const ofCommands: readonly Kept[] = [
  ...[
    hyperConvergedKind,
    ...operands.map(({ group, version, plural, kind, namespaced }) => ({
      ...{ group, version, plural, kind, namespaced },
    })),
    ...Object.values(configurations),
    ...imageMirrorSets,
    ...Object.values(configKinds),
    ...Object.values(buildKinds),
    pools,
  ].map((resource): Kept => ({ resource, keep: 'whole' })),
  {
    resource: definitions,
    keep: [
      'spec.group',
      'spec.names',
      'spec.scope',
      'spec.versions.name',
      'spec.versions.served',
      'spec.versions.storage',
      'status',
    ],
  },
  {
    resource: machineConfigs,
    keep: [
      'spec.osImageURL',
      'spec.baseOSExtensionsContainerImage',
      'spec.extensions',
      'spec.kernelType',
      'spec.kernelArguments',
    ],
  },
  {
    resource: machineSets,
    keep: [
      'spec.replicas',
      'spec.selector',
      'spec.template.metadata',
      'spec.template.spec.metadata',
      'status',
    ],
  },
  { resource: jobs, keep: ['spec.suspend', 'spec.backoffLimit', 'status'], ...ofBuilds },
  { resource: pods, keep: ['spec.nodeName', 'spec.nodeSelector', 'status'], ...ofBuilds },
  // what builds are made from; their logs are left out with the data
  { resource: configMaps, keep: [], ...ofBuilds },
  { resource: claims, keep: ['spec.storageClassName', 'spec.accessModes', 'spec.resources', 'status'] },
  { resource: snapshots, keep: ['spec', 'status'] },
  { resource: dataSources, keep: ['spec', 'status'] },
  { resource: dataVolumes, keep: ['spec.sourceRef', 'spec.storage', 'spec.pvc', 'status'] },
  { resource: dataImportCrons, keep: ['spec', 'status'] },
];

/** Everything that a snapshot has: what checks look at, and what plans are made from. No Secrets. */
export const snapshotKinds: readonly SnapshotKind[] = distinct<Kept>([
  ...ofCommands,
  ...factNames.flatMap((name) => {
    const { versions, group, plural, kind, part } = factKinds[name];
    return versions.map((version): Kept => {
      const resource = { group, version, plural, kind, namespaced: true };
      return { resource, keep: keptFields[name], parts: part === undefined ? [] : [part] };
    });
  }),
]).map(({ keep, ...kind }) => ({
  ...kind,
  keep: (object) => kept(object, keep),
}));

function kept(object: JsonObject, keep: Kept['keep']): JsonObject {
  if (isOperator(object)) return operatorPart(object, keep);
  if (isAuthority(object)) return keepFields(object, keptFields.authorities);
  return keepFields(object, isDefinitionOfOperand(object) ? 'whole' : keep);
}

const operandDefinitions: ReadonlySet<string> = new Set(operands.map(definitionName));

/** Its defaults decide what an operand looks like on the server; of other definitions it counts that they are there. */
function isDefinitionOfOperand(object: JsonObject): boolean {
  return object.kind === definitions.kind && operandDefinitions.has(textAt(object, 'metadata', 'name'));
}

/** Certificates, which everybody may see. */
function isAuthority({ kind, metadata }: JsonObject): boolean {
  return kind === configMaps.kind && authorityMaps.some((name) => name === textAt(metadata, 'name'));
}

function isOperator(object: JsonObject): boolean {
  return object.kind === deployments.kind && textAt(object, 'metadata', 'name') === operatorName;
}

/** How the operator runs decides what it plans: its flags are kept, and of its environment what it plans by. */
function operatorPart(object: JsonObject, keep: Kept['keep']): JsonObject {
  const paths = keep === 'whole' ? [] : keep;
  const told = [...paths, 'spec.template.spec.containers.args', 'spec.template.spec.containers.env'];
  const kept = keepFields(object, told);
  const containers = objectsAt(kept, 'spec', 'template', 'spec', 'containers').map((container) => ({
    ...container,
    env: objectsAt(container, 'env').filter(({ name }) => parameterNames.includes(textAt(name))),
  }));
  const [spec, template] = [objectAt(kept, 'spec'), objectAt(kept, 'spec', 'template')];
  const podSpec = { ...objectAt(template, 'spec'), containers };
  return { ...kept, spec: { ...spec, template: { ...template, spec: podSpec } } };
}

/** A kind that is there twice keeps what the first says, which is more, of what any of them selects. */
function distinct<K extends Pick<SnapshotKind, 'resource' | 'parts'>>(kinds: readonly K[]): readonly K[] {
  const byKey = new Map<string, K>();
  for (const kind of kinds) {
    const { group, version, plural } = kind.resource;
    const key = `${group}/${version}/${plural}`;
    const first = byKey.get(key);
    byKey.set(key, first === undefined ? kind : { ...first, parts: either(first.parts, kind.parts) });
  }
  return [...byKey.values()];
}

/** No part is everything. */
function either(some: readonly Part[] = [], others: readonly Part[] = []): readonly Part[] {
  return some.length === 0 || others.length === 0 ? [] : [...some, ...others];
}
