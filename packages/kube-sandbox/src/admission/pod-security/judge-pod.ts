import {
  anyProcMount,
  appArmorProfile,
  capabilities,
  privileged,
  procMount,
  seccomp,
  seLinuxOptions,
  sysctls,
} from './baseline-checks.ts';
import { hostNamespaces, hostPathVolumes, hostPorts, hostProbes, windowsHostProcess } from './host-checks.ts';
import type { LevelVersion } from './pod-policy.ts';
import type { JudgedPod, Violation } from './pod-text.ts';
import {
  allowPrivilegeEscalation,
  demandedSeccomp,
  droppedCapabilities,
  runAsNonRoot,
  runAsUser,
  volumeTypes,
} from './restricted-checks.ts';

interface Check {
  readonly judge: (pod: JudgedPod, version: number) => Violation | undefined;
  /** The version 1.N from which it is there; always when absent. */
  readonly since?: number;
  /** Of a baseline check: from this version on `restricted` has a stricter one instead. */
  readonly replacedSince?: number;
}

/** In the order in which they are told, which is that of their names upstream. */
const baseline: readonly Check[] = [
  { judge: appArmorProfile },
  { judge: capabilities, replacedSince: 22 },
  { judge: hostNamespaces },
  { judge: hostPathVolumes, replacedSince: 0 },
  { judge: hostPorts },
  { judge: hostProbes, since: 34 },
  { judge: privileged },
  { judge: procMount, replacedSince: 35 },
  { judge: seLinuxOptions },
  { judge: seccomp, replacedSince: 19 },
  { judge: sysctls },
  { judge: windowsHostProcess },
];
const restricted: readonly Check[] = [
  { judge: allowPrivilegeEscalation, since: 8 },
  { judge: droppedCapabilities, since: 22 },
  { judge: anyProcMount, since: 35 },
  { judge: volumeTypes },
  { judge: runAsNonRoot },
  { judge: runAsUser, since: 23 },
  { judge: demandedSeccomp, since: 19 },
];

/** The last version in which a rule changed: what is later, `latest` too, is the same. */
const newest = 35;

function checksOf(level: LevelVersion['level'], version: number): readonly Check[] {
  if (level === 'privileged') return [];
  const known = (checks: readonly Check[]) => checks.filter(({ since = 0 }) => version >= since);
  if (level === 'baseline') return known(baseline);
  const kept = baseline.filter(({ replacedSince = Number.POSITIVE_INFINITY }) => version < replacedSince);
  return [...known(kept), ...known(restricted)];
}

/** What a level has against a pod. */
export function judgePod(policy: LevelVersion, pod: JudgedPod): readonly Violation[] {
  const version = Math.min(policy.version, newest);
  return checksOf(policy.level, version).flatMap(({ judge }) => judge(pod, version) ?? []);
}
