import type { Facts } from '../facts/facts.ts';
import type { Severity } from '../model/check.ts';
import type { DoctorFinding, IgnoredReport } from '../model/report.ts';
import { placesOf } from './places-of.ts';

/** What of a report is told. */
interface Choice {
  /** Of the checks that are meant. */
  readonly codes: readonly string[];
  readonly skip: readonly string[];
  /** The least that is told. */
  readonly severity: Severity;
  readonly namespace: string | undefined;
  readonly node: string | undefined;
  readonly architecture: string | undefined;
}

/** From the least to the most serious. */
export const severities = ['info', 'warning', 'critical'] as const satisfies readonly Severity[];

/** Whether something is as serious as `least`. */
export function atLeast(least: Severity): (finding: { readonly severity: Severity }) => boolean {
  return ({ severity }) => severities.indexOf(severity) >= severities.indexOf(least);
}

/** The part of a report that is asked for: the same for every format and for the exit code. Findings that are skipped are ignored ones. */
export function tell(report: IgnoredReport, facts: Facts, choice: Choice): IgnoredReport {
  const isThere = isIn(facts, choice);
  const isSerious = atLeast(choice.severity);
  const isWanted = (code: string) => choice.codes.includes(code);
  const isTold = (finding: DoctorFinding) => isWanted(finding.code) && isSerious(finding) && isThere(finding);
  const findings = report.findings.filter(isTold);
  const skipped = findings.filter(({ code }) => choice.skip.includes(code));
  const ground = { by: '--skip', reason: 'left out of this run' };
  return {
    ...report,
    findings: findings.filter((finding) => !skipped.includes(finding)),
    checks: report.checks.filter(({ code }) => isWanted(code) && !choice.skip.includes(code)),
    ignored: [
      ...report.ignored.filter(isTold),
      ...skipped.map((finding) => ({ ...finding, ignored: ground })),
    ],
  };
}

/** A finding that names no place of a sort is not in any of them. */
function isIn(facts: Facts, { namespace, node, architecture }: Choice): (finding: DoctorFinding) => boolean {
  const placesIn = placesOf(facts);
  return (finding) => {
    const { namespaces, nodes, architectures } = placesIn(finding);
    return (
      (namespace === undefined || namespaces.includes(namespace)) &&
      (node === undefined || nodes.includes(node)) &&
      (architecture === undefined || architectures.includes(architecture))
    );
  };
}
