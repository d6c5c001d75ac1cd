import type { Facts } from '../facts/facts.ts';
import type { DoctorFinding, IgnoredFinding, IgnoredReport, IgnoreNote, Report } from '../model/report.ts';
import { type IgnoreEntry, lastMomentOf } from './ignore-entry.ts';
import { type IgnoreRule, rulesOfEntries, rulesOfObjects } from './ignore-rule.ts';

/**
 * A report without what annotations and `entries` ignore. Pure. Where the time is over the finding stays, and says so. What is ignored
 * and not found any more, and codes that do not exist, are told. `now`: milliseconds since 1970.
 */
export function applyIgnores(
  report: Report,
  facts: Facts,
  entries: readonly IgnoreEntry[],
  now: number,
): IgnoredReport {
  const rules = [...rulesOfEntries(entries), ...rulesOfObjects(facts)];
  const ignored: IgnoredFinding[] = [];
  const findings = report.findings.flatMap((finding): readonly DoctorFinding[] => {
    const meant = rules.filter((rule) => rule.code === finding.code && rule.isMeant(finding));
    const valid = meant.find((rule) => stateOf(rule, now) === 'valid');
    if (valid !== undefined) {
      ignored.push({ ...finding, ignored: valid.ground });
      return [];
    }
    const expired = meant.find((rule) => stateOf(rule, now) === 'expired');
    return [expired === undefined ? finding : { ...finding, ignoreExpired: expired.ground }];
  });
  const notes = rules.flatMap((rule) => noteOn(rule, report, stateOf(rule, now)));
  return { findings, checks: report.checks, ignored, notes };
}

/** Nothing is ignored. */
export function withoutIgnores(report: Report): IgnoredReport {
  return { ...report, ignored: [], notes: [] };
}

type RuleState = 'valid' | 'expired' | 'unreadable';

/** A day that nobody can read ends nothing and begins nothing: what is meant to be ignored for a time is not ignored for ever. */
function stateOf({ ground: { until } }: IgnoreRule, now: number): RuleState {
  if (until === undefined) return 'valid';
  const end = lastMomentOf(until);
  if (end === undefined) return 'unreadable';
  return now < end ? 'valid' : 'expired';
}

function noteOn(rule: IgnoreRule, { findings, checks }: Report, state: RuleState): readonly IgnoreNote[] {
  const { code, ground, isMeant } = rule;
  const { by, until = '' } = ground;
  const note = (kind: IgnoreNote['kind'], text: string) => [{ kind, code, by, text }];
  const check = checks.find((one) => one.code === code);
  if (check === undefined) return note('unknownCode', `there is no check ${code}, which is to be ignored`);
  if (state === 'unreadable')
    return note('unreadableDate', `${code} is not ignored: ${until} is no day such as 2027-01-31`);
  const isFound = findings.some((finding) => finding.code === code && isMeant(finding));
  if (isFound)
    return state === 'expired'
      ? note('expired', `${code} was ignored until ${until}, and is told again`)
      : [];
  // what could not be asked may be there
  const wasAsked = check.status === 'ok' || check.status === 'found';
  return wasAsked ? note('unmatched', `${code} is ignored, and nothing was found: remove the entry`) : [];
}
