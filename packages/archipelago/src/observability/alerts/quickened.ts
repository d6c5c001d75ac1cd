import type { Alert } from './alert.ts';
import type { Expression } from './expression.ts';

/** The same alerts, of which the times are so many times shorter: how long it has to be so, how far back is looked, and how old something has to be. */
export function quickened(alerts: readonly Alert[], speed: number): readonly Alert[] {
  if (speed === 1) return alerts;
  return alerts.map((alert) => ({
    ...alert,
    for: alert.for / speed,
    expression: shorter(alert.expression, speed),
  }));
}

/** What works is heard, and ends well, within that: alerts about age are to stay quiet about it at any speed. */
const shortestAgeSeconds = 4;

function shorter(expression: Expression, speed: number): Expression {
  switch (expression.is) {
    case 'selector':
      return { ...expression, offset: expression.offset / speed };
    case 'increase':
      return { ...expression, window: expression.window / speed };
    case 'compare':
      return { ...expression, of: shorter(expression.of, speed), than: shorterAge(expression, speed) };
    case 'both':
    case 'either':
    case 'unless':
      return {
        ...expression,
        left: shorter(expression.left, speed),
        right: shorter(expression.right, speed),
      };
    default:
      return { ...expression, of: shorter(expression.of, speed) };
  }
}

/** Time that has passed is compared with less; time that is left is not: an end that is near does not come sooner. */
function shorterAge({ of, than }: Extract<Expression, { is: 'compare' }>, speed: number): number {
  return of.is === 'age' ? Math.max(Math.min(than, shortestAgeSeconds), than / speed) : than;
}
