import type { FieldFinding } from './framework/setting.ts';

/** What is looked at first: the first reason is the one upstream gives (`docs/compatibility/hyperconverged.md#admission`). */
const precedence = [
  'spec.certConfig',
  'metadata.namespace',
  'spec.dataImportCronTemplates',
  'spec.tlsSecurityProfile',
  'spec.mediatedDevicesConfiguration',
  'spec.workloads',
  'spec.infra',
];

/** Findings as they are told: each once. */
export function inOrder(findings: readonly FieldFinding[]): readonly FieldFinding[] {
  const rank = ({ at }: FieldFinding): number => {
    const index = precedence.findIndex((start) => at.startsWith(start));
    return index === -1 ? precedence.length : index;
  };
  return [...withoutRepeats(findings)].sort((a, b) => rank(a) - rank(b));
}

function withoutRepeats(findings: readonly FieldFinding[]): readonly FieldFinding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify([finding.level, finding.at, finding.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
