import type { NodeView } from '../cluster/node-view.ts';

const cpuid = 'feature.node.kubernetes.io/cpu-cpuid.';

/** Whether a node can run virtual machines, as far as its labels tell: Node Feature Discovery says of amd64 what the CPU has. */
export function virtualizationOf({ labels, architecture }: NodeView): 'present' | 'missing' | 'unknown' {
  const has = (feature: string) => labels[`${cpuid}${feature}`] === 'true';
  const isLabelled = Object.keys(labels).some((label) => label.startsWith(cpuid));
  if (architecture !== 'amd64' || !isLabelled) return 'unknown';
  return has('VMX') || has('SVM') ? 'present' : 'missing';
}
