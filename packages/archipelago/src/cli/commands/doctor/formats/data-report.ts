import type {
  CheckResult,
  DoctorFinding,
  IgnoredFinding,
  IgnoreNote,
} from '../../../../doctor/model/report.ts';
import { type Counts, countUp } from '../../../../doctor/tell/count-up.ts';
import type { Told } from './told.ts';

/** The report for programs. */
export interface DoctorReport {
  readonly schema: 'doctor/v1';
  readonly summary: Counts;
  readonly findings: readonly DoctorFinding[];
  readonly checks: readonly Pick<CheckResult, 'code' | 'status' | 'reason' | 'suppressedBy'>[];
  /** Absent: not asked for. */
  readonly ignored: readonly IgnoredFinding[] | undefined;
  readonly notes: readonly IgnoreNote[] | undefined;
  /** What to do next. */
  readonly next: string | undefined;
}

export function dataReport({ report, showIgnored, next }: Told): DoctorReport {
  const { findings, checks, ignored, notes } = report;
  return {
    schema: 'doctor/v1',
    summary: countUp(report),
    findings,
    checks: checks.map(({ code, status, reason, suppressedBy }) => ({
      ...{ code, status },
      ...(reason === undefined ? {} : { reason }),
      ...(suppressedBy === undefined ? {} : { suppressedBy }),
    })),
    ignored: showIgnored ? ignored : undefined,
    notes: notes.length === 0 ? undefined : notes,
    next: next === '' ? undefined : next,
  };
}
