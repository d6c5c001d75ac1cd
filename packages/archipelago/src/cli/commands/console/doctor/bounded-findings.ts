import { severities } from '../../../../doctor/tell/tell.ts';
import type { DoctorReport } from '../../doctor/formats/data-report.ts';

/** So many findings a page gets: a cluster may have tens of thousands, one for each machine. */
const mostFindings = 200;

/** A report with its most serious findings alone, and how many there are besides; absent: none. */
export function boundedFindings(report: DoctorReport): DoctorReport & { readonly left?: number } {
  const { findings } = report;
  if (findings.length <= mostFindings) return report;
  const bySeverity = severities
    .toReversed()
    .flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  return {
    ...report,
    findings: bySeverity.slice(0, mostFindings),
    left: findings.length - mostFindings,
  };
}
