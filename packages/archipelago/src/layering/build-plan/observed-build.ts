import { isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import { checkAgainstSchema } from '../api/check-against-schema.ts';
import { schemaOf } from '../api/layering-definitions.ts';
import { names } from '../api/layering-names.ts';
import { type MachineOsBuildSpec, machineOsBuildSpec } from '../api/machine-os-build-schema.ts';
import { type MachineOsBuildStatus, machineOsBuildStatus } from '../api/machine-os-build-status-schema.ts';

/** A MachineOSBuild of ours. */
export interface ObservedBuild {
  readonly object: KubernetesObject;
  readonly name: string;
  readonly uid: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly deleting: boolean;
  /** Not to be tried: they failed in the build before, and others were asked for. */
  readonly withheld: readonly string[];
  readonly spec: MachineOsBuildSpec;
  readonly status: MachineOsBuildStatus;
}

const terminalPhases: ReadonlySet<string> = new Set(['Succeeded', 'Failed', 'Interrupted', 'Superseded']);

/** Whether nothing about the build changes any more. */
export function isTerminal({ status }: ObservedBuild): boolean {
  return status.phase !== undefined && terminalPhases.has(status.phase);
}

/** The builds that are ours to read, the oldest repetition first; those of another controller are left out. */
export function readBuilds(objects: readonly KubernetesObject[]): readonly ObservedBuild[] {
  return objects.flatMap(readBuild).sort((a, b) => a.spec.retry - b.spec.retry || (a.name < b.name ? -1 : 1));
}

const known = new WeakMap<KubernetesObject, readonly ObservedBuild[]>();

/** Once for each version of an object: every plan of every config reads all builds, and checking them is most of the reading. */
function readBuild(object: KubernetesObject): readonly ObservedBuild[] {
  const read = known.get(object) ?? checkBuild(object);
  known.set(object, read);
  return read;
}

function checkBuild(object: KubernetesObject): readonly ObservedBuild[] {
  const { spec } = object;
  if (!isSpec(spec)) return [];
  const { name, uid = '', annotations = {}, creationTimestamp, deletionTimestamp } = object.metadata;
  return [
    {
      object,
      name,
      uid,
      createdAt: Date.parse(creationTimestamp ?? '') || 0,
      deleting: deletionTimestamp !== undefined,
      withheld: (annotations[names.withheld] ?? '').split(','),
      spec,
      status: isStatus(object.status) ? object.status : {},
    },
  ];
}

function isSpec(value: unknown): value is MachineOsBuildSpec {
  return isJsonObject(value) && checkAgainstSchema(value, schemaOf(machineOsBuildSpec), 'spec').length === 0;
}

function isStatus(value: unknown): value is MachineOsBuildStatus {
  return (
    isJsonObject(value) && checkAgainstSchema(value, schemaOf(machineOsBuildStatus), 'status').length === 0
  );
}
