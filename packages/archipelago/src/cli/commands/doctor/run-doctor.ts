import { examineBefore } from '../../../doctor/before/examine-before.ts';
import { topics } from '../../../doctor/checks.ts';
import { applyIgnores, withoutIgnores } from '../../../doctor/ignore/apply-ignores.ts';
import { reportIn, topicsIn, wordsOf } from '../../../doctor/language/translate.ts';
import { examine } from '../../../doctor/model/examine.ts';
import type { IgnoredReport } from '../../../doctor/model/report.ts';
import { countUp } from '../../../doctor/tell/count-up.ts';
import { atLeast, tell } from '../../../doctor/tell/tell.ts';
import type { Io } from '../../process/io.ts';
import { allChecks, chosenChecks } from './chosen-checks.ts';
import { chosenLanguage } from './chosen-language.ts';
import type { DoctorOptions } from './doctor-options.ts';
import { factsOf } from './facts-of.ts';
import { printReport } from './formats/print-report.ts';
import type { Told } from './formats/told.ts';
import { loadIgnores } from './load-ignores.ts';

/**
 * Prints what is wrong with a cluster. 0: nothing as serious as `--fail-on`; 1: something; 3: nothing found, and something could not be
 * looked at.
 */
export async function runDoctor(options: DoctorOptions, io: Io): Promise<number> {
  const { told, shown } = await askDoctor(options, io);
  for (const { text, by } of shown.report.notes) io.err(`note: ${by}: ${text}\n`);
  io.out(printReport(shown, options.output ?? 'text'));
  return exitCode(told, options);
}

interface Asked {
  readonly told: IgnoredReport;
  /** The same as people are shown it, in their language. */
  readonly shown: Told;
}

/** What is wrong with a cluster, for one format or several. */
export async function askDoctor(options: DoctorOptions, io: Io): Promise<Asked> {
  const codes = chosenChecks(options).map(({ code }) => code);
  const entries = options.ignore ? await loadIgnores(options.ignoreFile, io) : [];
  const facts = await factsOf(options, io);
  const examined = options.pre === true ? examineBefore(allChecks, facts) : examine(allChecks, facts);
  const report = options.ignore
    ? applyIgnores(examined, facts, entries, facts.now)
    : withoutIgnores(examined);
  const { skip = [], severity, namespace, node, arch: architecture } = options;
  const told = tell(report, facts, { codes, skip, severity, namespace, node, architecture });
  return { told, shown: toldBy(options, told, io) };
}

function toldBy(options: DoctorOptions, report: IgnoredReport, io: Io): Told {
  const { filename, showIgnored = false, pre = false } = options;
  const language = chosenLanguage(options, io);
  return {
    topics: topicsIn(language, topics),
    report: reportIn(language, report, allChecks),
    words: wordsOf(language),
    showIgnored,
    next: pre ? wordsOf(language).next(countUp(report)) : '',
    color: io.outColor === true,
    ...(filename === undefined || filename === '-' ? {} : { file: filename }),
  };
}

function exitCode({ findings, checks }: IgnoredReport, { failOn, exitZero = false }: DoctorOptions): number {
  if (exitZero) return 0;
  if (findings.some(atLeast(failOn))) return 1;
  return checks.some(({ isBlind }) => isBlind === true) ? 3 : 0;
}
