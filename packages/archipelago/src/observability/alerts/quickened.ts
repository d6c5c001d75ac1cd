import type { Alert } from './alert.ts';
import type { Expression } from './expression.ts';

/** The same alerts, of which the times are so many times shorter; ages of what is told stay. */
export function quickened(alerts: readonly Alert[], speed: number): readonly Alert[] {
  if (speed === 1) return alerts;
  return alerts.map((alert) => ({
    ...alert,
    for: alert.for / speed,
    expression: shorter(alert.expression, speed),
  }));
}

function shorter(expression: Expression, speed: number): Expression {
  switch (expression.is) {
    case 'selector':
      return { ...expression, offset: expression.offset / speed };
    case 'increase':
      return { ...expression, window: expression.window / speed };
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
