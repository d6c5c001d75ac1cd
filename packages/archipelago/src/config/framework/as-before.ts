import type { FieldFinding } from './setting.ts';

/** A refusal of what an update leaves as it was: said, and no reason to refuse the rest of the update. */
export function asBefore(finding: FieldFinding): FieldFinding {
  if (finding.level === 'warning') return finding;
  return { ...finding, level: 'warning', message: `${finding.message}, as before` };
}
