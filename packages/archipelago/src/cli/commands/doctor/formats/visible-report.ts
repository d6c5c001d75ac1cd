import { visibleText } from '@archipelago/apimachinery';
import type { DoctorFinding, IgnoredReport, IgnoreGround } from '../../../../doctor/model/report.ts';

/** A report in whose texts nothing steers a terminal, ends a line or turns text around: some of it was written by users of the cluster. */
export function visibleReport(report: IgnoredReport): IgnoredReport {
  return {
    findings: report.findings.map(visibleFinding),
    checks: report.checks.map((check) =>
      check.reason === undefined ? check : { ...check, reason: visible(check.reason) },
    ),
    ignored: report.ignored.map((one) => ({ ...visibleFinding(one), ignored: visibleGround(one.ignored) })),
    notes: report.notes.map((note) => ({ ...note, by: visible(note.by), text: visible(note.text) })),
  };
}

function visible(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ').trim());
}

function visibleFinding(finding: DoctorFinding): DoctorFinding {
  const { object, fix, ignoreExpired } = finding;
  return {
    ...finding,
    message: visible(finding.message),
    fix: { text: visible(fix.text), commands: fix.commands.map((command) => visibleText(command)) },
    ...(object === undefined ? {} : { object: visibleReference(object) }),
    ...(ignoreExpired === undefined ? {} : { ignoreExpired: visibleGround(ignoreExpired) }),
  };
}

function visibleReference(object: NonNullable<DoctorFinding['object']>) {
  const { kind, namespace, name } = object;
  const place = namespace === undefined ? {} : { namespace: visible(namespace) };
  return { kind: visible(kind), ...place, name: visible(name) };
}

function visibleGround({ by, reason, until }: IgnoreGround): IgnoreGround {
  const term = until === undefined ? {} : { until: visible(until) };
  return { by: visible(by), reason: visible(reason), ...term };
}
