import { createColors } from 'picocolors';
import type { Topic } from '../../../../doctor/checks.ts';
import type { CheckResult, DoctorFinding } from '../../../../doctor/model/report.ts';
import { countUp } from '../../../../doctor/tell/count-up.ts';
import { wrapped } from '../../../text/wrapped.ts';
import type { Told } from './told.ts';

const marks = { critical: 'x', warning: '!', info: 'i' } as const;
const indent = ' '.repeat(10);

/** The report for people, at most 80 columns wide; `isWide`: also what was skipped, and what findings mean. */
export function textReport(told: Told, isWide: boolean): string {
  const parts = [
    ...told.topics.map((topic) => printTopic(topic, told, isWide)),
    printUnknown(told),
    told.showIgnored ? printIgnored(told) : '',
  ].filter((part) => part !== '');
  // there is a last line also when all is well
  const last = [told.words.summary(countUp(told.report)), ...(told.next === '' ? [] : [told.next])];
  return `${parts.join('')}${parts.length > 0 ? '\n' : ''}${last.map((line) => wrapped('', line)).join('')}`;
}

function printTopic({ name, checks }: Topic, told: Told, isWide: boolean): string {
  const { report, words, color } = told;
  const lines = checks.flatMap(({ code }) => [
    ...report.findings.filter((one) => one.code === code).flatMap((one) => printFinding(one, told, isWide)),
    ...(isWide
      ? report.checks.filter((one) => one.code === code).flatMap((one) => printSkipped(one, told))
      : []),
  ]);
  return lines.length === 0 ? '' : `${createColors(color).bold(words.topic(name))}\n${lines.join('')}`;
}

function printFinding(finding: DoctorFinding, told: Told, isWide: boolean): readonly string[] {
  const { code, severity, message, impact, fix, ignoreExpired } = finding;
  const { words } = told;
  return [
    printHead(`  ${marks[severity]} ${code} `, message, severityColor(severity, told.color)),
    ...(ignoreExpired === undefined ? [] : [wrapped(indent, words.expired(ignoreExpired))]),
    ...(isWide ? [wrapped(indent, impact)] : []),
    wrapped(`${indent}${words.fix}`, fix.text),
    ...fix.commands.map((command) => `${indent}  ${command}\n`),
  ];
}

/** Coloured after it was broken into lines: colours take no columns. */
function printHead(start: string, text: string, paint: (text: string) => string): string {
  return paint(start) + wrapped(start, text).slice(start.length);
}

function severityColor(severity: DoctorFinding['severity'], color: boolean): (text: string) => string {
  const { red, yellow, cyan } = createColors(color);
  return { critical: red, warning: yellow, info: cyan }[severity];
}

function printSkipped({ code, status, reason = '' }: CheckResult, { words }: Told): readonly string[] {
  return status === 'skipped' ? [wrapped(`  - ${code} ${words.skipped}`, reason)] : [];
}

/** One missing right keeps many checks from looking: it is told once. */
function printUnknown({ report: { checks }, words }: Told): string {
  const byReason = new Map<string, string[]>();
  for (const { code, status, reason = '' } of checks)
    if (status === 'unknown') byReason.set(reason, [...(byReason.get(reason) ?? []), code]);
  if (byReason.size === 0) return '';
  const lines = [...byReason].map(([reason, codes]) => wrapped('  ? ', `${reason}: ${codes.join(', ')}`));
  const lacksRights = checks.some(({ isForbidden }) => isForbidden === true);
  return `${words.couldNotLook}\n${lines.join('')}${lacksRights ? wrapped('    ', words.rights) : ''}`;
}

function printIgnored({ report: { ignored }, words }: Told): string {
  const lines = ignored.flatMap((one) => [
    wrapped(`  - ${one.code} `, one.message),
    wrapped(indent, words.ground(one.ignored)),
  ]);
  return lines.length === 0 ? '' : `${words.ignored}\n${lines.join('')}`;
}
