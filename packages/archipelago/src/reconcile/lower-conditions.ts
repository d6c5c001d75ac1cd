import { type Drafts, put } from './condition-drafts.ts';
import type { Failure } from './failure.ts';

/** What operands say holds, except for what failures that are none of theirs take from it. */
export function lowerConditions(drafts: Drafts, failures: readonly Failure[], hasReports: boolean): void {
  lowerForbidden(drafts, failures.filter(isForbidden));
  lowerRefused(drafts, failures, hasReports);
  for (const failure of failures) if (failure.kind === 'uninstalling') lowerUninstalling(drafts, failure);
}

type Forbidden = Extract<Failure, { kind: 'forbidden' }>;

function isForbidden(failure: Failure): failure is Forbidden {
  return failure.kind === 'forbidden';
}

/** What operands say holds, except that it is not all of it while something may not be done or seen. */
function lowerForbidden(drafts: Drafts, forbidden: readonly Forbidden[]): void {
  const [first] = forbidden;
  if (first === undefined) return;
  const reason = 'PermissionsMissing';
  const message = `${[...new Set(forbidden.map((each) => each.message))].join('; ')}; ${first.fix}`;
  const whole = drafts.get('ReconcileComplete');
  if (whole?.status === 'False')
    put(drafts, ['ReconcileComplete', 'False', whole.reason, `${whole.message}; ${message}`]);
  else put(drafts, ['ReconcileComplete', 'False', reason, message]);
  if (drafts.get('Degraded')?.status !== 'True') put(drafts, ['Degraded', 'True', reason, message]);
  const unseen = forbidden.flatMap((each) => each.unseen ?? []);
  const isTrue = (type: string) => drafts.get(type)?.status === 'True';
  if (unseen.length > 0 && isTrue('Available'))
    put(drafts, ['Available', 'Unknown', reason, `not permitted to look at: ${unseen.join(', ')}`]);
  if (isTrue('Upgradeable')) put(drafts, ['Upgradeable', 'False', reason, message]);
}

/** What operands say holds: they go by another configuration than the one that is written. */
function lowerRefused(drafts: Drafts, failures: readonly Failure[], hasReports: boolean): void {
  const refused = failures.filter((failure) => failure.kind === 'refused');
  if (refused.length === 0) return;
  const reason = refused.find((failure) => failure.reason !== undefined)?.reason ?? 'ConfigurationRefused';
  const message = refused.map((failure) => failure.message).join('; ');
  const whole = drafts.get('ReconcileComplete');
  if (whole?.status === 'False')
    put(drafts, ['ReconcileComplete', 'False', whole.reason, `${whole.message}; ${message}`]);
  else put(drafts, ['ReconcileComplete', 'False', reason, message]);
  if (hasReports || !refused.some(({ leaves }) => leaves === 'everything')) return;
  put(drafts, ['Available', 'False', reason, 'no operand is there: see ReconcileComplete']);
}

/** A deletion that waits harms no operand; one that goes on takes all of them. */
function lowerUninstalling(drafts: Drafts, failure: Extract<Failure, { kind: 'uninstalling' }>): void {
  const { message, isHeld } = failure;
  const reason = isHeld ? 'UninstallBlocked' : 'Uninstalling';
  const whole = drafts.get('ReconcileComplete');
  const also = whole?.status === 'False' ? `; ${whole.message}` : '';
  put(drafts, ['ReconcileComplete', 'False', reason, `${message}${also}`]);
  if (isHeld) return;
  put(drafts, ['Available', 'False', reason, message]);
  put(drafts, ['Progressing', 'True', reason, message]);
  put(drafts, ['Upgradeable', 'False', reason, message]);
}
