import { ClusterView } from '../cluster/cluster-view.ts';
import { type FactName, factKinds, resourceOf } from '../facts/fact-kinds.ts';
import { type Facts, readingOf } from '../facts/facts.ts';
import type { Check, Found, Outcome } from './check.ts';
import { filled, shellWords } from './filled.ts';
import type { CheckResult, DoctorFinding, Report } from './report.ts';

/**
 * Asks all checks about a cluster. Pure. A cause is told instead of what follows from it: a check is not asked while one of those it comes
 * `after` has found something that explains it.
 */
export function examine(checks: readonly Check[], facts: Facts): Report {
  const cluster = new ClusterView(facts);
  const answers = new Map(checks.map((check) => [check.code, ask(check, cluster, facts)]));
  const byCode = new Map(checks.map((check) => [check.code, check]));
  const hasFound = (code: string) => {
    const [cause, answer] = [byCode.get(code), answers.get(code)];
    return cause !== undefined && answer !== undefined && isFound(answer) && answer.some(explains(cause));
  };
  const outcomes = checks.map((check): readonly [Check, Answer] => {
    const cause = check.after?.find(hasFound);
    return [check, cause === undefined ? (answers.get(check.code) ?? []) : { because: cause }];
  });
  return {
    findings: outcomes.flatMap(([check, outcome]) =>
      isFound(outcome) ? outcome.map((found) => complete(check, found)) : [],
    ),
    checks: outcomes.map(([{ code }, outcome]) => ({ code, ...statusOf(outcome) })),
  };
}

const severities = ['info', 'warning', 'critical'];

/** That some nodes are tainted explains nothing about the others. */
function explains({ severity: usual, causeFrom = 'info' }: Check): (found: Found) => boolean {
  return ({ severity = usual }) => severities.indexOf(severity) >= severities.indexOf(causeFrom);
}

interface Blind {
  readonly unknown: string;
  readonly isBlind: true;
  readonly isForbidden: boolean;
}

type Answer = Outcome | Blind;

function ask(check: Check, cluster: ClusterView, facts: Facts): Answer {
  for (const name of check.needs) {
    const lack = lackOf(name, facts);
    if (lack !== undefined) return lack;
  }
  try {
    return check.find(cluster);
  } catch (error) {
    // what users wrote may be beyond all sense; the other checks go on
    const why = error instanceof Error ? error.message : String(error);
    return { unknown: `what was read makes no sense: ${why}` };
  }
}

function lackOf(name: FactName, facts: Facts): Answer | undefined {
  const { kind, without } = factKinds[name];
  const reading = readingOf(facts, name);
  if (reading.state === 'failed') {
    const isForbidden = reading.code === 403;
    return { unknown: failure(resourceOf(name), reading.code), isBlind: true, isForbidden };
  }
  if (reading.state === 'tooMany')
    return { unknown: `there are more than ${reading.atMost} ${resourceOf(name)}, so they are not read` };
  if (reading.state === 'read' || without === 'none') return undefined;
  return without === 'skipped' ? { skipped: `there is no ${kind}` } : { unknown: `no ${kind} was given` };
}

function failure(resource: string, code: number): string {
  return code === 403
    ? `may not list ${resource} (grant get and list of it)`
    : `could not list ${resource} (HTTP status ${code})`;
}

function isFound(outcome: Answer): outcome is readonly Found[] {
  return Array.isArray(outcome);
}

function statusOf(outcome: Answer): Omit<CheckResult, 'code'> {
  if (isFound(outcome)) return { status: outcome.length === 0 ? 'ok' : 'found' };
  if ('because' in outcome)
    return { status: 'skipped', reason: `follows from ${outcome.because}`, suppressedBy: outcome.because };
  if ('skipped' in outcome) return { status: 'skipped', reason: outcome.skipped };
  return {
    status: 'unknown',
    reason: outcome.unknown,
    ...('isBlind' in outcome ? { isBlind: true, isForbidden: outcome.isForbidden } : {}),
  };
}

function complete(check: Check, { params, object, severity, fix }: Found): DoctorFinding {
  const { code, title, confidence, impact } = check;
  return {
    code,
    title,
    severity: severity ?? check.severity,
    confidence,
    ...(object === undefined ? {} : { object }),
    message: filled(check.message, params),
    params,
    impact,
    fix: {
      text: filled(fix ?? check.fix, params),
      commands: (fix === undefined ? (check.commands ?? []) : []).map((command) =>
        filled(command, params, shellWords),
      ),
    },
  };
}
