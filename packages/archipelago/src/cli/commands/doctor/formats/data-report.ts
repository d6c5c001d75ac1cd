import { countUp } from '../../../../doctor/tell/count-up.ts';
import type { Told } from './told.ts';

/** The report for programs, `doctor/v1`. */
export function dataReport({ report, showIgnored, next }: Told): object {
  const { findings, checks, ignored, notes } = report;
  return {
    schema: 'doctor/v1',
    summary: countUp(report),
    findings,
    checks: checks.map(({ code, status, reason, suppressedBy }) => ({ code, status, reason, suppressedBy })),
    ignored: showIgnored ? ignored : undefined,
    notes: notes.length === 0 ? undefined : notes,
    next: next === '' ? undefined : next,
  };
}
