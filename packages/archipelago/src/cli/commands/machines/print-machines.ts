import type { MachinesReport } from '../../../golden-images/view/machines-report.ts';
import { textTable } from '../../text/text-table.ts';

type Machine = MachinesReport['machines'][number];

/** Machines as people read them: numbers by architecture, then those that were chosen; `isWide`: with where they boot from. */
export function printMachines({ count, architectures, machines }: MachinesReport, isWide: boolean): string {
  if (count === 0) return 'no virtual machines\n';
  const numbers = textTable([
    ['ARCH', 'MACHINES', 'RUNNING', 'WITH PROBLEMS', 'NODES'],
    ...architectures.map((each) => [
      each.architecture || 'unknown',
      ...[each.count, each.running, each.troubled, each.nodes].map(String),
    ]),
  ]);
  if (machines.length === 0) return `${numbers}\nvirtual machines, boot sources and nodes fit together\n`;
  const wide = (...cells: readonly string[]) => (isWide ? cells : []);
  const table = textTable([
    ['MACHINE', 'ARCH', 'STATUS', ...wide('NODES', 'BOOTS FROM', 'DECIDED BY'), 'PROBLEM'],
    ...machines.map((machine) => [
      `${machine.namespace}/${machine.name}`,
      machine.architecture ?? 'unknown',
      machine.status ?? '',
      ...wide(String(machine.nodes), machine.bootSource ?? '', machine.decidedBy),
      machine.findings.map(({ reason }) => reason).join(', '),
    ]),
  ]);
  return `${numbers}\n${table}${machines.map(findingsOf).join('')}`;
}

function findingsOf({ namespace, name, findings }: Machine): string {
  return findings
    .map(
      ({ level, message, fix, reason }) =>
        `${level}: VirtualMachine ${namespace}/${name}: ${message} (${reason})\n  fix: ${fix}\n`,
    )
    .join('');
}
