import { topics } from '../../../doctor/checks.ts';
import type { Check, Severity } from '../../../doctor/model/check.ts';
import { examine } from '../../../doctor/model/examine.ts';
import type { DoctorFinding, Report } from '../../../doctor/model/report.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { printData } from '../../text/print-data.ts';
import { similar } from '../../text/similar.ts';
import type { DoctorOptions } from './doctor-options.ts';
import { factsOf } from './facts-of.ts';
import { printReport } from './print-report.ts';

/** From the least to the most serious. */
const severities = ['info', 'warning', 'critical'] as const satisfies readonly Severity[];

/**
 * Prints what is wrong with a cluster. 0: nothing as serious as `--fail-on`; 1: something; 3: nothing found, and something could not be
 * looked at.
 */
export async function runDoctor(options: DoctorOptions, io: Io): Promise<number> {
  const { output } = options;
  const chosen = new Set(chosenChecks(options).map(({ code }) => code));
  const facts = await factsOf(options, io);
  const all = topics.flatMap(({ checks }) => checks);
  const report = told(examine(all, facts), chosen, options);
  if (output === 'json' || output === 'yaml') io.out(printData(dataOf(report), output));
  else io.out(printReport(topics, report, output === 'wide'));
  return exitCode(report, options);
}

function atLeast(least: Severity): (finding: DoctorFinding) => boolean {
  return ({ severity }) => severities.indexOf(severity) >= severities.indexOf(least);
}

/** The same for every format and for the exit code. */
function told(
  { findings, checks }: Report,
  chosen: ReadonlySet<string>,
  { severity }: DoctorOptions,
): Report {
  return {
    findings: findings.filter(({ code }) => chosen.has(code)).filter(atLeast(severity)),
    checks: checks.filter(({ code }) => chosen.has(code)),
  };
}

function exitCode({ findings, checks }: Report, { failOn, exitZero = false }: DoctorOptions): number {
  if (exitZero) return 0;
  if (findings.some(atLeast(failOn))) return 1;
  return checks.some(({ isBlind }) => isBlind === true) ? 3 : 0;
}

function dataOf({ findings, checks }: Report): object {
  return {
    schema: 'doctor/v1',
    summary: {
      ...countedBy(
        severities,
        findings.map(({ severity }) => severity),
      ),
      ...countedBy(
        ['ok', 'skipped', 'unknown'],
        checks.map(({ status }) => status),
      ),
    },
    findings,
    checks: checks.map(({ code, status, reason, suppressedBy }) => ({ code, status, reason, suppressedBy })),
  };
}

function countedBy(names: readonly string[], all: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name) => [name, all.filter((one) => one === name).length]));
}

/** A code that does not exist would silently match nothing. */
function chosenChecks({ only = [], skip = [] }: DoctorOptions): readonly Check[] {
  for (const code of [...only, ...skip]) checkNamed(code);
  return topics
    .flatMap(({ checks }) => checks)
    .filter(({ code }) => (only.length === 0 || only.includes(code)) && !skip.includes(code));
}

/** The check with this code. Throws a UsageError where there is none. */
export function checkNamed(code: string): Check {
  const all = topics.flatMap(({ checks }) => checks);
  const found = all.find((check) => check.code === code);
  if (found !== undefined) return found;
  const near = similar(
    code,
    all.map((check) => check.code),
  );
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  throw new UsageError(`there is no check ${code}${hint} (see archipelago doctor list)`);
}
