import type { StoredObject } from '../../storage/stored-object.ts';
import { judgePod } from './judge-pod.ts';
import { podOf } from './pod-of.ts';
import type { LevelVersion } from './pod-policy.ts';

/** What those who make a namespace stricter are told of the pods that are there; they stay. */
export function violatingPods(
  pods: readonly StoredObject[],
  policy: LevelVersion,
  namespace: string,
): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { object, key } of pods) {
    const reasons = judgePod(policy, podOf(object)).map(({ reason }) => reason);
    const known = byReason.get(reasons.join(', ')) ?? [];
    if (reasons.length > 0) byReason.set(reasons.join(', '), [...known, key.name]);
  }
  if (byReason.size === 0) return [];
  const told = [...byReason].map(([reason, [first = '', ...others]]) => `${first}${more(others)}: ${reason}`);
  return [
    `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${policy.text}"`,
    ...told.sort((a, b) => (a < b ? -1 : 1)),
  ];
}

function more({ length }: readonly string[]): string {
  if (length === 0) return '';
  return ` (and ${length} other ${length === 1 ? 'pod' : 'pods'})`;
}
