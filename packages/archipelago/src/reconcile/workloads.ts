import { cronLabel } from '../golden-images/boot-sources/names.ts';

/** What users have made with an operand, and lose with it. */
export interface WorkloadKind {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Whose removal takes it away. */
  readonly operand: 'KubeVirt' | 'CDI';
  /** Which ones count; absent: all. */
  readonly labelSelector?: string;
}

function ofKubeVirt(plural: string, kind: string): WorkloadKind {
  return { group: 'kubevirt.io', version: 'v1', plural, kind, namespaced: true, operand: 'KubeVirt' };
}

/** The kinds that KubeVirt and CDI themselves look at before they let themselves be removed. */
export const workloadKinds: readonly WorkloadKind[] = [
  ofKubeVirt('virtualmachines', 'VirtualMachine'),
  ofKubeVirt('virtualmachineinstances', 'VirtualMachineInstance'),
  ofKubeVirt('virtualmachineinstancereplicasets', 'VirtualMachineInstanceReplicaSet'),
  {
    group: 'cdi.kubevirt.io',
    version: 'v1beta1',
    plural: 'datavolumes',
    kind: 'DataVolume',
    namespaced: true,
    operand: 'CDI',
    // an imported boot source is nobody's data: it can be imported again
    labelSelector: `!${cronLabel}`,
  },
];

/** Objects of one kind that exist, of which some are named. */
export interface Workloads {
  readonly kind: string;
  /** `namespace/name`. */
  readonly names: readonly string[];
  /** All of them; undefined where the server says only that there are more than are named. */
  readonly count: number | undefined;
}

/** How many are named in all. */
export const mostNames = 10;

/** `3 VirtualMachines (a/x, a/y, b/z) and more than 10 DataVolumes (…)`: ten names and the counts. */
export function workloadsText(found: readonly Workloads[]): string {
  let room = mostNames;
  const texts = found.map(({ kind, names, count }) => {
    const shown = names.slice(0, room);
    room -= shown.length;
    const counted = count === undefined ? `more than ${names.length}` : String(count);
    const what = `${counted} ${kind}${count === 1 ? '' : 's'}`;
    if (shown.length === 0) return what;
    return `${what} (${shown.join(', ')}${shown.length === (count ?? Infinity) ? '' : ', …'})`;
  });
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`;
}
