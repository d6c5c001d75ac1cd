import { conditionOf, type KubernetesObject } from '@archipelago/apimachinery';
import { bootableArchitectures } from '../../api/architectures.ts';
import type { Finding } from '../../api/finding.ts';
import type { NodeFacts } from '../../cluster-facts/cluster-facts.ts';
import type { Resolved } from '../boot-sources/boot-source-of.ts';
import { pointerLabel } from '../boot-sources/names.ts';

/** Why a machine does not boot, or may not. */
export interface VirtualMachineFinding extends Finding {
  readonly level: 'error' | 'warning';
  readonly reason:
    | 'UnsupportedArchitecture'
    | 'WrongBootSource'
    | 'BootSourceMissing'
    | 'BootSourceBroken'
    | 'BootSourceNotReady'
    | 'BootSourceArchitectureUnknown'
    | 'NoNodeOfArchitecture'
    | 'PlacementExcludesArchitecture';
  readonly fix: string;
}

/** What a machine boots from, as far as it can be told. */
export interface Boot {
  readonly asked: string | undefined;
  readonly resolved: Resolved | undefined;
  readonly architecture: string | undefined;
}

/** The DataSource itself: is it there, and has it an image? */
export function diskFindings({ asked, resolved }: Boot): readonly VirtualMachineFinding[] {
  switch (resolved?.kind) {
    case undefined:
      return [];
    case 'missing':
      return [
        {
          level: 'error',
          reason: 'BootSourceMissing',
          message: `boots from ${asked}, but there is no DataSource ${resolved.name}`,
          fix: 'name a DataSource that exists; `archipelago images` lists them',
        },
      ];
    case 'broken':
      return [
        {
          level: 'error',
          reason: 'BootSourceBroken',
          message: `boots from ${asked}, but ${resolved.message}`,
          fix: 'name the DataSource at the end',
        },
      ];
    case 'image':
      return notReady(asked, resolved.dataSource);
  }
}

function notReady(asked: string | undefined, dataSource: KubernetesObject): readonly VirtualMachineFinding[] {
  const ready = conditionOf(dataSource, 'Ready');
  if (ready?.status === 'True') return [];
  const why = typeof ready?.message === 'string' && ready.message !== '' ? `: ${ready.message}` : '';
  return [
    {
      level: 'warning',
      reason: 'BootSourceNotReady',
      message: `boots from ${asked}, which has no image yet${why}`,
      fix: 'wait for the import; `archipelago images` tells how it goes',
    },
  ];
}

/** The machine's own word against its boot source's label. */
export function mismatch(
  own: string | undefined,
  boot: Boot,
  dataSources: readonly KubernetesObject[],
): readonly VirtualMachineFinding[] {
  if (own === undefined || boot.architecture === undefined || own === boot.architecture) return [];
  const [namespace, asked = ''] = boot.asked?.split('/') ?? [];
  const name = asked.endsWith(`-${boot.architecture}`)
    ? asked.slice(0, -boot.architecture.length - 1)
    : asked;
  const twin = dataSources.find(
    ({ metadata }) =>
      metadata.namespace === namespace &&
      (metadata.labels?.[pointerLabel] === name || metadata.name === `${name}-${own}`) &&
      metadata.name.endsWith(`-${own}`),
  );
  return [
    {
      level: 'error',
      reason: 'WrongBootSource',
      message: `is to run on ${own}, but its boot source ${boot.asked} is for ${boot.architecture}: it starts and never boots`,
      fix: twin
        ? `boot from ${twin.metadata.name}, or set spec.template.spec.architecture to ${boot.architecture}`
        : `set spec.template.spec.architecture to ${boot.architecture}, or boot from an image for ${own}`,
    },
  ];
}

/** Nobody knows what the disk is for, and it matters. */
export function unknownDisk(
  { asked, resolved, architecture }: Boot,
  heterogeneous: boolean,
): readonly VirtualMachineFinding[] {
  const exists = resolved === undefined || resolved.kind === 'image';
  if (!heterogeneous || asked === undefined || architecture !== undefined || !exists) return [];
  return [
    {
      level: 'warning',
      reason: 'BootSourceArchitectureUnknown',
      message: `boots from ${asked}, whose architecture nobody knows, on a cluster of several architectures`,
      fix: 'set spec.template.spec.architecture, and boot from a DataSource of that architecture',
    },
  ];
}

/** KubeVirt would refuse it. */
export function unsupported(own: string): VirtualMachineFinding {
  return {
    level: 'error',
    reason: 'UnsupportedArchitecture',
    message: `asks for ${own}, on which KubeVirt runs no machines`,
    fix: `set spec.template.spec.architecture to one of ${bootableArchitectures.join(', ')}`,
  };
}

/** Nowhere to run. */
export function noNode(architecture: string, nodes: readonly NodeFacts[]): VirtualMachineFinding {
  const present = [...new Set(nodes.map(architectureOf))].filter((name) => name !== '').sort();
  if (present.includes(architecture))
    return {
      level: 'error',
      reason: 'PlacementExcludesArchitecture',
      message: `is to run on ${architecture}, but no node of it matches its nodeSelector and affinity, or can run machines`,
      fix: `change nodeSelector or affinity, or boot from an image for the nodes that match`,
    };
  return {
    level: 'error',
    reason: 'NoNodeOfArchitecture',
    message: `is to run on ${architecture}, but the nodes have ${present.join(', ') || 'no architecture'}`,
    fix: `add a node of ${architecture}, or boot from an image for ${present.join(' or ') || 'another architecture'}`,
  };
}

/** As the scheduler sees it. */
export function architectureOf({ labels, architecture }: NodeFacts): string {
  return labels['kubernetes.io/arch'] ?? architecture ?? '';
}
