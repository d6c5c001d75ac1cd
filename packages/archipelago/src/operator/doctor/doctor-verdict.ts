import type { Topic } from '../../doctor/checks.ts';
import type { CheckResult, DoctorFinding, Report } from '../../doctor/model/report.ts';
import type { Sample } from '../../observability/metric-values.ts';
import type { ConditionDraft } from '../../reconcile/condition-drafts.ts';

/** A condition per topic that applies to the cluster; notes (`info`) make none false. */
export function doctorConditions(topics: readonly Topic[], report: Report): readonly ConditionDraft[] {
  return topics.flatMap((topic) => conditionOfTopic(topic, report) ?? []);
}

/** `DoctorHostPath` of the topic `host path`. */
function typeOf({ name }: Topic): string {
  const words = name.split(' ').map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `Doctor${words.join('')}`;
}

/** Undefined: no check of it applies. */
function conditionOfTopic(topic: Topic, { findings, checks }: Report): ConditionDraft | undefined {
  const type = typeOf(topic);
  const codes = new Set(topic.checks.map(({ code }) => code));
  const serious = findings.filter(({ code, severity }) => codes.has(code) && severity !== 'info');
  if (serious.length > 0)
    return { type, status: 'False', reason: 'ProblemsFound', message: messageOf(serious) };
  const results = checks.filter(({ code }) => codes.has(code));
  const blind = results.filter(({ isBlind }) => isBlind === true);
  if (blind.length > 0) {
    const why = cut([...new Set(blind.map(({ reason = '' }) => reason))].join('; '), longest);
    return { type, status: 'Unknown', reason: 'CouldNotLook', message: why };
  }
  if (results.every(({ status }) => status === 'skipped' || status === 'unknown')) return undefined;
  return { type, status: 'True', reason: 'NothingFound', message: 'No check finds a problem' };
}

/** Characters; a status may hold 32,768 in a message, and names of nodes can be many. */
const longest = 4_000;
const longestFinding = 600;
const mostTold = 5;

function messageOf(findings: readonly DoctorFinding[]): string {
  const order = ['critical', 'warning', 'info'];
  const sorted = [...findings].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const told = sorted
    .slice(0, mostTold)
    .map(({ code, message }) => cut(`${code}: ${message}`, longestFinding));
  const more = sorted.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more: see archipelago doctor`] : [])].join(' ');
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Findings by check and severity. */
export function doctorSamples({ findings }: Report): readonly Sample[] {
  const counts = new Map<string, Sample>();
  for (const { code, severity } of findings) {
    const key = `${code} ${severity}`;
    const value = (counts.get(key)?.value ?? 0) + 1;
    counts.set(key, { labels: { code, severity }, value });
  }
  return [...counts.values()];
}

/** What is the same finding in two rounds: its texts may change. */
export function findingKey({ code, object }: DoctorFinding): string {
  return JSON.stringify([code, object?.kind, object?.namespace, object?.name]);
}

/** The report without what only one of two rounds in a row found: pods roll, nodes join. */
export function steady(report: Report, before: Report | undefined, told: Report | undefined): Report {
  if (before === undefined) return report;
  const [earlier, known, now] = [keysOf(before), keysOf(told ?? before), keysOf(report)];
  const isHere = (finding: DoctorFinding) =>
    earlier.has(findingKey(finding)) || known.has(findingKey(finding));
  const blind = new Set(report.checks.filter(({ isBlind }) => isBlind === true).map(({ code }) => code));
  // one that is gone for the first time stays once, and one that cannot be looked for as long as it cannot
  const lingering = (told?.findings ?? []).filter((finding) => {
    const key = findingKey(finding);
    return !now.has(key) && (earlier.has(key) || blind.has(finding.code));
  });
  const checks = report.checks.map((result) => (result.isBlind === true ? resultIn(before, result) : result));
  return { checks, findings: [...report.findings.filter(isHere), ...lingering] };
}

/** A read that fails once says nothing. */
function resultIn({ checks }: Report, result: CheckResult): CheckResult {
  return checks.find(({ code }) => code === result.code) ?? result;
}

function keysOf({ findings }: Report): ReadonlySet<string> {
  return new Set(findings.map(findingKey));
}
