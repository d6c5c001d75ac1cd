import { resourceOf } from '../../../doctor/facts/fact-kinds.ts';
import type { Facts } from '../../../doctor/facts/facts.ts';
import { withoutIgnores } from '../../../doctor/ignore/apply-ignores.ts';
import type { Language } from '../../../doctor/language/language.ts';
import { checkIn, reportIn, wordsOf } from '../../../doctor/language/translate.ts';
import type { Check } from '../../../doctor/model/check.ts';
import { examine } from '../../../doctor/model/examine.ts';
import type { Report } from '../../../doctor/model/report.ts';
import type { Words } from '../../../doctor/texts/words.ts';
import type { Io } from '../../process/io.ts';
import { printData } from '../../text/print-data.ts';
import { wrapped } from '../../text/wrapped.ts';
import { allChecks, checkNamed } from './chosen-checks.ts';
import { chosenLanguage } from './chosen-language.ts';
import { dataFormat } from './data-format.ts';
import type { DoctorOptions, DoctorSource } from './doctor-options.ts';
import { factsOf } from './facts-of.ts';
import { visibleReport } from './formats/visible-report.ts';

/** The flags of `doctor explain`; with a cluster or a file the check is asked, too. */
export type DoctorExplainOptions = DoctorSource &
  Pick<DoctorOptions, 'language'> & {
    readonly output?: string;
  };

/** Prints what a check asks, why, what to do, and when it is wrong; where somewhere to look is named, also what it finds there. */
export async function runDoctorExplain(code: string, options: DoctorExplainOptions, io: Io): Promise<number> {
  const language = chosenLanguage(options, io);
  const check = checkIn(language, checkNamed(code));
  const output = dataFormat(options.output);
  const report = isToLook(options) ? reportOf(language, await factsOf(options, io)) : undefined;
  io.out(
    output === undefined ? text(check, report, wordsOf(language)) : printData(dataOf(check, report), output),
  );
  return 0;
}

function reportOf(language: Language, facts: Facts): Report {
  return visibleReport(reportIn(language, withoutIgnores(examine(allChecks, facts)), allChecks));
}

function isToLook({ filename, snapshot, kubeconfig, context }: DoctorExplainOptions): boolean {
  return [filename, snapshot, kubeconfig, context].some((value) => value !== undefined);
}

/** What a check asks, and what it finds where somewhere to look was named. */
export interface CheckExplanation
  extends Pick<
    Check,
    'code' | 'title' | 'severity' | 'confidence' | 'message' | 'impact' | 'falsePositives'
  > {
  readonly fix: { readonly text: string; readonly commands: readonly string[] };
  /** Checks whose findings are the cause of this one's. */
  readonly after: readonly string[];
  /** What has to be read before it can be asked. */
  readonly reads: readonly { readonly resource: string; readonly verbs: readonly string[] }[];
  readonly result?: Report['checks'][number] | undefined;
  readonly findings?: Report['findings'] | undefined;
}

function dataOf(check: Check, report: Report | undefined): CheckExplanation {
  const { code, title, severity, confidence, message, impact, fix, commands = [], falsePositives } = check;
  return {
    ...{ code, title, severity, confidence, message, impact },
    ...{ fix: { text: fix, commands }, falsePositives, after: check.after ?? [] },
    reads: check.needs.map((name) => ({ resource: resourceOf(name), verbs: ['get', 'list'] })),
    result: report?.checks.find((one) => one.code === code),
    findings: report?.findings.filter((one) => one.code === code),
  };
}

function text(check: Check, report: Report | undefined, all: Words): string {
  const { code, title, severity, confidence } = check;
  const words = all.explained;
  const parts: readonly (readonly [string, string])[] = [
    [words.found, check.message],
    [words.impact, check.impact],
    [words.reads, check.needs.map(resourceOf).join(', ')],
    [words.after, (check.after ?? []).join(', ')],
    [words.fix, check.fix],
  ];
  return [
    `${code} ${title} (${all.severity(severity)}, ${words.confidence[confidence]})\n`,
    ...lines(parts),
    ...(check.commands ?? []).map((command) => `  ${blanks(command)}\n`),
    ...lines([
      [words.not, check.falsePositives],
      [words.ignore, words.howToIgnore(code)],
    ]),
    ...(report === undefined ? [] : nowLines(code, report, words)),
  ].join('');
}

function lines(parts: readonly (readonly [string, string])[]): readonly string[] {
  return parts.filter(([, part]) => part !== '').map(([start, part]) => wrapped(start, blanks(part)));
}

/** Where a report has a value. */
function blanks(template: string): string {
  return template.replaceAll(/\{(\w+)\}/g, '<$1>');
}

function nowLines(code: string, { findings, checks }: Report, words: Words['explained']): readonly string[] {
  const start = words.now;
  const found = findings.filter((one) => one.code === code);
  const { status = 'unknown', reason } = checks.find((one) => one.code === code) ?? {};
  const ended = words.status[status];
  if (found.length === 0) return [wrapped(start, reason === undefined ? ended : `${ended}: ${reason}`)];
  return found.flatMap(({ message, fix }) => [
    wrapped(start, message),
    wrapped(words.fix, fix.text),
    ...fix.commands.map((command) => `  ${command}\n`),
  ]);
}
