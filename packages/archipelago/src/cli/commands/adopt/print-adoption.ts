import type { Finding } from '../../../api/finding.ts';
import { printChange } from '../../../api/print-change.ts';
import type { TakeoverState } from '../../../reconcile/takeover/takeover-state.ts';
import { placeName, type TakeoverStep } from '../../../reconcile/takeover/takeover-step.ts';
import { changeLine } from '../../text/change-line.ts';
import { paintChanges } from '../../text/paint-changes.ts';
import { countOperands } from '../plan/count-operands.ts';
import { printOperand } from '../plan/print-operand.ts';
import type { AdoptionReport } from './adoption-report.ts';

const noFields = 'none: they are as Archipelago wants them';

/** What would be done, for people. */
export function printAdoption(report: AdoptionReport, color = false): string {
  const { state, refusals, steps, operands, stays, leftBehind } = report;
  const sections = [
    section('What runs', stateLines(state)),
    section('Not possible', refusals.flatMap(printRefusal)),
    section(
      'Steps',
      steps.flatMap((step, index) => stepLines(step, index + 1)),
    ),
    steps.length === 0 ? 'nothing is to be done\n' : '',
    operands === undefined
      ? ''
      : section('Operands that Archipelago changes once it leads', operands.flatMap(printOperand), noFields),
    section('What stays', stays),
    section(
      'Left behind: nobody looks after it, and the way back needs it',
      leftBehind.flatMap(({ object, command }) => [object, `  later: ${command}`]),
    ),
    steps.length === 0 ? '' : count(report),
  ];
  return paintChanges(sections.filter((text) => text !== '').join('\n'), color);
}

/** The last line: how much would be done. */
function count({ steps, operands }: AdoptionReport): string {
  const taken = `steps: ${steps.length}`;
  return `${operands === undefined ? taken : `${taken}; ${countOperands(operands)}`}\n`;
}

function section(title: string, lines: readonly string[], none?: string): string {
  const shown = lines.length === 0 && none !== undefined ? [none] : lines;
  return shown.length === 0 ? '' : `${title}\n${shown.map((line) => `  ${line}\n`).join('')}`;
}

const installations = {
  olm: 'installed by OLM',
  plain: 'installed without OLM',
  none: 'not installed',
} as const satisfies Record<TakeoverState['installation'], string>;

function stateLines(state: TakeoverState): readonly string[] {
  const { installation, namespace, version, deployments, archipelago } = state;
  return [
    `HyperConverged Cluster Operator: ${installations[installation]}, namespace ${namespace}`,
    `the cluster was last configured by version: ${version === '' ? 'unknown' : version}`,
    ...deployments.map(
      ({ name, wanted, running }) => `Deployment ${name}: ${wanted} wanted, ${running} running`,
    ),
    ...state.serviceVersions.map(
      ({ name, phase }) => `ClusterServiceVersion ${name}: ${phase || 'phase unknown'}`,
    ),
    ...state.subscriptions.map(({ name, approval }) => `Subscription ${name}: upgrades ${approval}`),
    ...state.webhooks,
    `Archipelago: version ${archipelago.version}, ${leaderText(archipelago.leader)}`,
  ];
}

function leaderText(leader: string | undefined): string {
  if (leader === undefined) return 'whether it runs is not known';
  return leader === '' ? 'not running' : `${leader} leads`;
}

function printRefusal({ at, message, fix }: Finding): readonly string[] {
  return [refusalLine({ at, message }), ...(fix === undefined ? [] : [`  fix: ${fix}`])];
}

/** `Deployment ns/name is …` */
export function refusalLine({
  at,
  message,
}: {
  readonly at?: string | undefined;
  readonly message: string;
}): string {
  return at === undefined ? message : `${at} ${message}`;
}

const marks = { patch: '~', delete: '-', create: '+', wait: '…' } as const;

function stepLines(step: TakeoverStep, number: number): readonly string[] {
  return [
    `${number}. ${stepLine(step)}`,
    ...step.changes.map((change) => `     ${changeOf(step, change)}`),
    `     because: ${step.because}`,
  ];
}

/** What is waited for is written by nobody here. */
function changeOf(
  { write }: TakeoverStep,
  { field, before, after }: TakeoverStep['changes'][number],
): string {
  return write.verb === 'wait' ? `${field}: ${printChange(before, after)}` : changeLine(field, before, after);
}

/** `~ Deployment ns/name` */
export function stepLine(step: TakeoverStep): string {
  return `${marks[step.write.verb]} ${placeName(step)}`;
}
