import type { Expression, Selector } from './expression.ts';
import { printDuration } from './print-duration.ts';

const setWords = { both: 'and', either: 'or', unless: 'unless' } as const;

/** The expression as Prometheus reads it. */
export function printPromql(expression: Expression): string {
  switch (expression.is) {
    case 'selector':
      return `${name(expression)}${offset(expression)}`;
    case 'both':
    case 'either':
    case 'unless':
      return printCombination(expression);
    case 'compare':
      return `${comparable(expression.of)} ${expression.by} ${expression.than}`;
    default:
      return printFunction(expression);
  }
}

type Combination = Extract<Expression, { is: 'both' | 'either' | 'unless' }>;
type Function = Exclude<Expression, Combination | Selector | { is: 'compare' }>;

function printCombination({ is, left, right, on }: Combination): string {
  const labels = on === undefined ? '' : ` on(${on.join(', ')})`;
  return `${operand(left)} ${setWords[is]}${labels} ${operand(right)}`;
}

function printFunction(expression: Function): string {
  switch (expression.is) {
    case 'increase':
      return `increase(${name(expression.of)}[${printDuration(expression.window)}]${offset(expression.of)})`;
    case 'round':
    case 'absent':
      return `${expression.is}(${printPromql(expression.of)})`;
    case 'age':
      return `time() - ${operand(expression.of)}`;
    case 'remaining':
      return `${operand(expression.of)} - time()`;
    case 'sum':
      return `sum by(${expression.by.join(', ')}) (${printPromql(expression.of)})`;
  }
}

/** In brackets where it is not one word. */
function operand(expression: Expression): string {
  const text = printPromql(expression);
  const isOne = ['selector', 'increase', 'round', 'absent', 'sum'].includes(expression.is);
  return isOne ? text : `(${text})`;
}

/** Arithmetic binds closer than a comparison. */
function comparable(expression: Expression): string {
  const isArithmetic = expression.is === 'age' || expression.is === 'remaining';
  return isArithmetic ? printPromql(expression) : operand(expression);
}

function name({ metric, where }: Selector): string {
  const matchers = Object.entries(where).map(([label, value]) => matcher(label, value));
  return matchers.length === 0 ? metric : `${metric}{${matchers.join(',')}}`;
}

function matcher(label: string, value: string): string {
  const pattern = /^\/(.*)\/$/.exec(value)?.[1];
  return pattern === undefined ? `${label}=${JSON.stringify(value)}` : `${label}=~${JSON.stringify(pattern)}`;
}

function offset({ offset: seconds }: Selector): string {
  return seconds === 0 ? '' : ` offset ${printDuration(seconds)}`;
}
