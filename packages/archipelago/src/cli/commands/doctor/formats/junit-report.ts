import type { Topic } from '../../../../doctor/checks.ts';
import type { Check } from '../../../../doctor/model/check.ts';
import type { CheckResult, DoctorFinding } from '../../../../doctor/model/report.ts';
import type { Told } from './told.ts';
import { xmlText } from './xml-text.ts';

/** One suite for each topic, one case for each check: findings are failures, and what gave no answer, or is ignored, is skipped. */
export function junitReport(told: Told): string {
  const suites = told.topics
    .map((topic) => ({ topic, cases: casesOf(topic, told) }))
    .filter(({ cases }) => cases.length > 0);
  const all = suites.flatMap(({ cases }) => cases);
  const lines = suites.flatMap(({ topic, cases }) => [
    `  <testsuite name="${xmlText(told.words.topic(topic.name))}" ${countsOf(cases)} errors="0" time="0">`,
    ...cases.map(({ xml }) => xml),
    '  </testsuite>',
  ]);
  const head = `<testsuites name="archipelago doctor" tests="${all.length}" failures="${counted(all, 'failed')}" errors="0" time="0">`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...lines, '</testsuites>'].join('\n')}\n`;
}

interface Case {
  readonly end: 'passed' | 'failed' | 'skipped';
  readonly xml: string;
}

function counted(cases: readonly Case[], end: Case['end']): number {
  return cases.filter((one) => one.end === end).length;
}

function countsOf(cases: readonly Case[]): string {
  return `tests="${cases.length}" failures="${counted(cases, 'failed')}" skipped="${counted(cases, 'skipped')}"`;
}

function casesOf({ name, checks }: Topic, told: Told): readonly Case[] {
  return checks.flatMap((check) => {
    const result = told.report.checks.find(({ code }) => code === check.code);
    return result === undefined ? [] : [caseOf(check, told.words.topic(name), result, told)];
  });
}

function caseOf(check: Check, topic: string, result: CheckResult, { report, words }: Told): Case {
  const start = `    <testcase classname="${xmlText(`doctor.${topic}`)}" name="${xmlText(`${check.code} ${check.title}`)}" time="0"`;
  const closed = (end: Case['end'], inner: string): Case => ({
    end,
    xml: `${start}>\n      ${inner}\n    </testcase>`,
  });
  const findings = report.findings.filter(({ code }) => code === check.code);
  const ignored = report.ignored.find(({ code }) => code === check.code);
  if (findings.length > 0) return closed('failed', failure(findings, words.fix));
  if (ignored !== undefined)
    return closed('skipped', skipped(`${words.ignored}: ${words.ground(ignored.ignored)}`));
  if (result.status === 'skipped' || result.status === 'unknown')
    return closed('skipped', skipped(`${result.status}: ${result.reason ?? ''}`));
  return { end: 'passed', xml: `${start}/>` };
}

function skipped(why: string): string {
  return `<skipped message="${xmlText(why)}"/>`;
}

/** Readers show one failure of a case: it holds all findings of the check. */
function failure(findings: readonly DoctorFinding[], fixWord: string): string {
  const [first] = findings;
  const text = findings
    .map(({ message, fix }) =>
      [message, `  ${fixWord}${fix.text}`, ...fix.commands.map((one) => `    ${one}`)].join('\n'),
    )
    .join('\n');
  return `<failure message="${xmlText(first?.message ?? '')}" type="${first?.severity ?? ''}">${xmlText(text)}</failure>`;
}
