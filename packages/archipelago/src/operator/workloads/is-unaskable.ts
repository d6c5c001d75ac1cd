import type { KubernetesStatus } from '@archipelago/kube-client';

/** A webhook that has side effects hears of no dry run; it speaks when the operand is deleted. */
export function isUnaskable({ code, message }: Pick<KubernetesStatus, 'code' | 'message'>): boolean {
  return code === 400 && /does not support dry run/.test(message);
}
