import type { Topic } from '../../../../doctor/checks.ts';
import type { DoctorFinding } from '../../../../doctor/model/report.ts';
import { countUp } from '../../../../doctor/tell/count-up.ts';
import { markdownCode, markdownText } from './markdown-text.ts';
import type { Told } from './told.ts';

/** The report for an issue or a wiki. */
export function markdownReport(told: Told): string {
  const { report, words, next } = told;
  const parts = [
    [`## ${words.title}`],
    [`**${words.summary(countUp(report))}**`],
    ...told.topics.flatMap((topic) => partOfTopic(topic, told)),
    ...partOfUnknown(told),
    ...(told.showIgnored ? partOfIgnored(told) : []),
    ...(next === '' ? [] : [[markdownText(next)]]),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function partOfTopic({ name, checks }: Topic, told: Told): readonly (readonly string[])[] {
  const findings = checks.flatMap(({ code }) => told.report.findings.filter((one) => one.code === code));
  return findings.length === 0
    ? []
    : [[`### ${told.words.topic(name)}`], findings.flatMap((finding) => linesOf(finding, told))];
}

function linesOf(finding: DoctorFinding, { words }: Told): readonly string[] {
  const { code, severity, message, impact, fix, ignoreExpired } = finding;
  return [
    `- **${code}** ${words.severity(severity)}: ${markdownText(message)}`,
    ...(ignoreExpired === undefined ? [] : [`  - ${markdownText(words.expired(ignoreExpired))}`]),
    `  - ${words.impact}${markdownText(impact)}`,
    `  - ${words.fix}${markdownText(fix.text)}`,
    ...(fix.commands.length === 0 ? [] : ['', ...markdownCode(fix.commands), '']),
  ];
}

function partOfUnknown({ report, words }: Told): readonly (readonly string[])[] {
  const unknown = report.checks.filter(({ status }) => status === 'unknown');
  const lines = unknown.map(({ code, reason = '' }) => `- ${code}: ${markdownText(reason)}`);
  return lines.length === 0 ? [] : [[`### ${words.couldNotLook}`], lines];
}

function partOfIgnored({ report, words }: Told): readonly (readonly string[])[] {
  const lines = report.ignored.map(
    ({ code, message, ignored }) =>
      `- ${code}: ${markdownText(message)} ${markdownText(words.ground(ignored))}`,
  );
  return lines.length === 0 ? [] : [[`### ${words.ignored}`], lines];
}
