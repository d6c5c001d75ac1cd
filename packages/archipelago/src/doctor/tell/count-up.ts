import type { Severity } from '../model/check.ts';
import type { CheckResult, IgnoredReport } from '../model/report.ts';

/** How many findings of each severity there are, how many checks ended in each way, and how many findings are ignored. */
export interface Counts extends Readonly<Record<Severity, number>> {
  readonly ok: number;
  readonly skipped: number;
  readonly unknown: number;
  readonly ignored: number;
}

export function countUp({ findings, checks, ignored }: IgnoredReport): Counts {
  const of = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  const ended = (status: CheckResult['status']) => checks.filter((one) => one.status === status).length;
  return {
    critical: of('critical'),
    warning: of('warning'),
    info: of('info'),
    ok: ended('ok'),
    skipped: ended('skipped'),
    unknown: ended('unknown'),
    ignored: ignored.length,
  };
}
