import type { Topic } from '../../../doctor/checks.ts';
import type { CheckResult, DoctorFinding, Report } from '../../../doctor/model/report.ts';
import { wrapped } from './wrapped.ts';

const marks = { critical: 'x', warning: '!', info: 'i' } as const;

/** The report for people, at most 80 columns wide; `isWide`: also what was skipped, and what findings mean. */
export function printReport(topics: readonly Topic[], report: Report, isWide: boolean): string {
  const parts = topics.map((topic) => printTopic(topic, report, isWide)).filter((part) => part !== '');
  const all = [...parts, ...printUnknown(report)];
  return `${all.join('')}${all.length > 0 ? '\n' : ''}${summary(report)}\n`;
}

function printTopic({ name, checks }: Topic, report: Report, isWide: boolean): string {
  const lines = checks.flatMap(({ code }) => [
    ...report.findings.filter((one) => one.code === code).flatMap((one) => printFinding(one, isWide)),
    ...(isWide ? report.checks.filter((one) => one.code === code).flatMap(printSkipped) : []),
  ]);
  return lines.length === 0 ? '' : `${name}\n${lines.join('')}`;
}

function printFinding(finding: DoctorFinding, isWide: boolean): readonly string[] {
  const { code, severity, message, impact, fix } = finding;
  return [
    wrapped(`  ${marks[severity]} ${code} `, message),
    ...(isWide ? [wrapped('          ', impact)] : []),
    wrapped('          fix: ', fix.text),
    ...fix.commands.map((command) => `            ${command}\n`),
  ];
}

function printSkipped({ code, status, reason = '' }: CheckResult): readonly string[] {
  return status === 'skipped' ? [wrapped(`  - ${code} skipped: `, reason)] : [];
}

/** One missing right keeps many checks from looking: it is told once. */
function printUnknown({ checks }: Report): readonly string[] {
  const byReason = new Map<string, string[]>();
  for (const { code, status, reason = '' } of checks)
    if (status === 'unknown') byReason.set(reason, [...(byReason.get(reason) ?? []), code]);
  if (byReason.size === 0) return [];
  const lines = [...byReason].map(([reason, codes]) => wrapped('  ? ', `${reason}: ${codes.join(', ')}`));
  return [`could not look\n${lines.join('')}`];
}

/** There is a last line also when all is well. */
function summary({ findings, checks }: Report): string {
  const of = (severity: DoctorFinding['severity']) =>
    findings.filter((one) => one.severity === severity).length;
  const ended = (status: CheckResult['status']) => checks.filter((one) => one.status === status).length;
  const found = `${of('critical')} critical, ${counted(of('warning'), 'warning')}, ${of('info')} info`;
  return `${found}; ${ended('ok')} ok, ${ended('skipped')} skipped, ${ended('unknown')} unknown`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
