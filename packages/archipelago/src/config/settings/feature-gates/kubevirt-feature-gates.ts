import type { Landing, Verbs } from '../../framework/landing.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';

/** Where KubeVirt lists its feature gates. */
export const kubevirtFeatureGates = 'spec.configuration.developerConfiguration.featureGates';

/** Lands a switch as a KubeVirt feature gate of that name. */
export function opensGate(name: string): (verbs: Verbs<boolean>) => readonly Landing[] {
  return ({ append }) => [append(kubevirt, kubevirtFeatureGates, name, (on) => on)];
}
