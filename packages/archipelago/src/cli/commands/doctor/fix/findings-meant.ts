import { topics } from '../../../../doctor/checks.ts';
import type { Facts } from '../../../../doctor/facts/facts.ts';
import { examine } from '../../../../doctor/model/examine.ts';
import type { DoctorFinding, Report } from '../../../../doctor/model/report.ts';

const checks = topics.flatMap((topic) => topic.checks);

/** What all checks find, also what somebody ignores. */
export function wholeReport(facts: Facts): Report {
  return examine(checks, facts);
}

/** Findings of a check; with an object (NAME, NAMESPACE/NAME or KIND/NAME) those that are about it. */
export function findingsMeant(
  { findings }: Report,
  { code, object }: { readonly code: string; readonly object: string | undefined },
): readonly DoctorFinding[] {
  return findings.filter((finding) => finding.code === code && isAbout(finding, object));
}

function isAbout({ object, params }: DoctorFinding, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  const { kind = '', namespace = '', name = '' } = object ?? {};
  const names = [name, `${namespace}/${name}`, `${kind}/${name}`].map((one) => one.toLowerCase());
  return names.includes(wanted.toLowerCase()) || Object.values(params).flat().includes(wanted);
}
