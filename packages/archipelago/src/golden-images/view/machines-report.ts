import type { NodeFacts } from '../../cluster-facts/cluster-facts.ts';
import { architectureOf } from './virtual-machine-findings.ts';
import type { VirtualMachineFit } from './virtual-machine-fits.ts';

/** Which machines are told of; those with which something is wrong, where nothing else is said. */
export interface MachinesChoice {
  readonly architecture?: string | undefined;
  /** Those that have this finding. */
  readonly reason?: string | undefined;
  /** `namespace/name`. */
  readonly names?: readonly string[] | undefined;
  /** Also those with which nothing is wrong. */
  readonly all?: boolean | undefined;
}

/** Machines by architecture, and those that were chosen. */
export interface MachinesReport {
  /** All that were looked at. */
  readonly count: number;
  readonly architectures: readonly ArchitectureMachines[];
  /** What is wrong, the worst and most frequent first. */
  readonly problems: readonly MachineProblem[];
  /** How many were chosen; `machines` may hold fewer. */
  readonly chosen: number;
  /** Those that do not start first, then by namespace and name. */
  readonly machines: readonly VirtualMachineFit[];
}

interface ArchitectureMachines {
  /** Empty: nobody can tell. */
  readonly architecture: string;
  readonly count: number;
  readonly running: number;
  /** Of which something is wrong. */
  readonly troubled: number;
  readonly nodes: number;
}

interface MachineProblem {
  readonly reason: string;
  readonly level: 'error' | 'warning';
  readonly count: number;
}

interface MachinesSeen {
  readonly fits: readonly VirtualMachineFit[];
  readonly nodes: readonly NodeFacts[];
}

/** Counts machines by architecture and finding, and tells of those that are chosen, of `most` at most. */
export function machinesReport(
  { fits, nodes }: MachinesSeen,
  choice: MachinesChoice,
  most = Number.POSITIVE_INFINITY,
): MachinesReport {
  const chosen = fits.filter((fit) => isChosen(fit, choice));
  return {
    count: fits.length,
    architectures: countArchitectures(fits, nodes),
    problems: countProblems(fits),
    chosen: chosen.length,
    machines: chosen.toSorted(byNeed).slice(0, most),
  };
}

function isChosen(fit: VirtualMachineFit, { architecture, reason, names, all }: MachinesChoice): boolean {
  if (names !== undefined && names.length > 0) return names.includes(`${fit.namespace}/${fit.name}`);
  if (architecture !== undefined && (fit.architecture ?? '') !== architecture) return false;
  if (reason !== undefined) return fit.findings.some((finding) => finding.reason === reason);
  return all === true || fit.findings.length > 0;
}

function byNeed(a: VirtualMachineFit, b: VirtualMachineFit): number {
  const [first, second] = [a, b].map((fit) => `${rankOf(fit)} ${fit.namespace}/${fit.name}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}

function rankOf({ findings }: VirtualMachineFit): number {
  if (findings.some(({ level }) => level === 'error')) return 0;
  return findings.length > 0 ? 1 : 2;
}

function countArchitectures(
  fits: readonly VirtualMachineFit[],
  nodes: readonly NodeFacts[],
): readonly ArchitectureMachines[] {
  const counted = new Map<string, { count: number; running: number; troubled: number; nodes: number }>();
  const of = (architecture: string) => {
    const known = counted.get(architecture) ?? { count: 0, running: 0, troubled: 0, nodes: 0 };
    counted.set(architecture, known);
    return known;
  };
  for (const node of nodes) of(architectureOf(node)).nodes += 1;
  for (const { architecture = '', status, findings } of fits) {
    const counts = of(architecture);
    counts.count += 1;
    if (status === 'Running') counts.running += 1;
    if (findings.length > 0) counts.troubled += 1;
  }
  return [...counted]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([architecture, counts]) => ({ architecture, ...counts }));
}

function countProblems(fits: readonly VirtualMachineFit[]): readonly MachineProblem[] {
  const counted = new Map<string, { level: MachineProblem['level']; count: number }>();
  for (const { reason, level } of fits.flatMap(({ findings }) => findings)) {
    const known = counted.get(reason);
    if (known === undefined) counted.set(reason, { level, count: 1 });
    else known.count += 1;
  }
  const problems = [...counted].map(([reason, problem]) => ({ reason, ...problem }));
  return (['error', 'warning'] as const).flatMap((level) =>
    problems.filter((problem) => problem.level === level).sort((a, b) => b.count - a.count),
  );
}
