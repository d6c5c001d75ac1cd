import {
  canonicalJson,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  matchesPodPlacement,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { bootableArchitectures } from '../../api/architectures.ts';
import type { NodeFacts } from '../../cluster-facts/cluster-facts.ts';
import {
  type DataSources,
  dataSourcesByName,
  diskOrigins,
  resolveDataSource,
} from '../boot-sources/boot-source-of.ts';
import { namespaced } from '../boot-sources/names.ts';
import {
  architectureOf,
  type Boot,
  diskFindings,
  mismatch,
  noNode,
  unknownDisk,
  unsupported,
  type VirtualMachineFinding,
} from './virtual-machine-findings.ts';

interface VirtualMachineFitInput {
  readonly machines: readonly KubernetesObject[];
  /** Of all namespaces. */
  readonly dataSources: readonly KubernetesObject[];
  readonly nodes: readonly NodeFacts[];
  /** `status.defaultArchitecture` of the KubeVirt; undefined: not known. */
  readonly defaultArchitecture: string | undefined;
  /** KubeVirt emulates foreign architectures on nodes that say so. */
  readonly crossesArchitectures?: boolean;
}

/** One VirtualMachine against its boot source and the nodes. */
export interface VirtualMachineFit {
  readonly namespace: string;
  readonly name: string;
  /** As KubeVirt tells it: `Running`; undefined: it does not. */
  readonly status: string | undefined;
  readonly architecture: string | undefined;
  /** Who decides the architecture: the machine, the label of its boot source, or KubeVirt's default. */
  readonly decidedBy: 'machine' | 'bootSource' | 'default';
  /** Names of the DataSource it asks for, if it asks for one. */
  readonly bootSource: string | undefined;
  readonly bootSourceArchitecture: string | undefined;
  /** How many nodes it may run on. */
  readonly nodes: number;
  readonly findings: readonly VirtualMachineFinding[];
}

/** What every creator of a machine wants to know (`docs/compatibility/golden-images.md#machines`). */
export function virtualMachineFits(input: VirtualMachineFitInput): readonly VirtualMachineFit[] {
  const world: World = {
    ...input,
    sources: dataSourcesByName(input.dataSources),
    heterogeneous: new Set(input.nodes.map(architectureOf)).size > 1,
    counted: new Map(),
  };
  return input.machines.map((machine) => fitOf(machine, world));
}

interface World extends VirtualMachineFitInput {
  readonly sources: DataSources;
  readonly heterogeneous: boolean;
  /** How many nodes match a placement; thousands of machines share a few. */
  readonly counted: Map<string, number>;
}

function fitOf(machine: KubernetesObject, world: World): VirtualMachineFit {
  const { namespace = '', name } = machine.metadata;
  const pod = valueAt(machine.spec, 'template', 'spec');
  const own = textAt(pod, 'architecture') || undefined;
  const boot = bootOf(machine, world);
  const architecture = own ?? boot.architecture ?? world.defaultArchitecture;
  const nodes = countNodes(architecture, pod, world);
  return {
    namespace,
    name,
    status: statusOf(machine),
    architecture,
    decidedBy: decidedBy(own, boot),
    bootSource: boot.asked,
    bootSourceArchitecture: boot.architecture,
    nodes,
    findings: [
      ...(own === undefined || bootableArchitectures.includes(own) ? [] : [unsupported(own)]),
      ...(populated(machine) ? [] : diskFindings(boot)),
      ...mismatch(own, boot, world.dataSources),
      ...unknownDisk(boot, world.heterogeneous),
      ...(nodes === 0 && architecture !== undefined ? [noNode(architecture, world.nodes)] : []),
    ],
  };
}

function statusOf({ status }: KubernetesObject): string | undefined {
  return textAt(status, 'printableStatus') || undefined;
}

function decidedBy(own: string | undefined, boot: Boot): VirtualMachineFit['decidedBy'] {
  if (own !== undefined) return 'machine';
  return boot.architecture === undefined ? 'default' : 'bootSource';
}

/** The first disk whose architecture can be told; else the first that comes from a DataSource or a registry. */
function bootOf(machine: KubernetesObject, { sources }: World): Boot {
  const boots = diskOrigins(machine).flatMap((origin): readonly Boot[] => {
    if (origin.kind === 'other') return [];
    if (origin.kind === 'registry')
      return [{ asked: origin.url, resolved: undefined, architecture: origin.architecture }];
    const resolved = resolveDataSource(sources, origin.namespace, origin.name);
    const label = resolved.kind === 'image' ? resolved.architecture : undefined;
    const architecture = label !== undefined && bootableArchitectures.includes(label) ? label : undefined;
    return [{ asked: namespaced(origin.namespace, origin.name), resolved, architecture }];
  });
  const told = boots.find(
    ({ architecture, resolved }) => architecture !== undefined && resolved !== undefined,
  );
  return told ?? boots[0] ?? { asked: undefined, resolved: undefined, architecture: undefined };
}

/** Its disks exist, so where they came from does not matter any more. */
function populated({ status }: KubernetesObject): boolean {
  return valueAt(status, 'created') === true;
}

function countNodes(architecture: string | undefined, pod: JsonValue | undefined, world: World): number {
  const placement: JsonObject = {
    nodeSelector: valueAt(pod, 'nodeSelector'),
    affinity: valueAt(pod, 'affinity'),
  };
  const key = canonicalJson([architecture ?? null, placement]);
  const known = world.counted.get(key);
  if (known !== undefined) return known;
  const marked = world.nodes.some(({ labels }) => Object.hasOwn(labels, schedulable));
  const count = world.nodes.filter(
    (node) =>
      (architecture === undefined || runs(node, architecture, world)) &&
      (!marked || node.labels[schedulable] === 'true') &&
      matchesPodPlacement(placement, node),
  ).length;
  world.counted.set(key, count);
  return count;
}

function runs(node: NodeFacts, architecture: string, { crossesArchitectures = false }: World): boolean {
  const emulates = crossesArchitectures && node.labels[`kubevirt.io/vm-arch-${architecture}`] === 'true';
  return emulates || architectureOf(node) === architecture;
}

const schedulable = 'kubevirt.io/schedulable';
