/** Labels a series must have; a value between slashes is a regular expression that the whole value has to match. */
export type Matchers = Readonly<Record<string, string>>;

/** Series of one metric, as they are, or as they were `offset` seconds ago. */
export interface Selector {
  readonly is: 'selector';
  readonly metric: string;
  readonly where: Matchers;
  /** Seconds. */
  readonly offset: number;
}

export type Comparison = '==' | '!=' | '>' | '<';

/** What an alert asks: the part of PromQL that alerts of ours need, as a value that is printed, and evaluated without a Prometheus. */
export type Expression =
  | Selector
  /** How much a counter grew within the last `window` seconds, the ends extrapolated as Prometheus does. */
  | { readonly is: 'increase'; readonly of: Selector; readonly window: number }
  | { readonly is: 'round'; readonly of: Expression }
  /** Seconds since the time that the value is. */
  | { readonly is: 'age'; readonly of: Expression }
  /** Seconds until the time that the value is. */
  | { readonly is: 'remaining'; readonly of: Expression }
  | { readonly is: 'sum'; readonly by: readonly string[]; readonly of: Expression }
  /** The series of which this is so. */
  | { readonly is: 'compare'; readonly of: Expression; readonly by: Comparison; readonly than: number }
  | {
      readonly is: 'both' | 'either' | 'unless';
      readonly left: Expression;
      readonly right: Expression;
      /** Labels that have to agree; all of them when absent. */
      readonly on?: readonly string[];
    }
  /** One series without labels of the value 1 while there is no series of it. */
  | { readonly is: 'absent'; readonly of: Expression };

export function series(metric: string, where: Matchers = {}, offset = 0): Selector {
  return { is: 'selector', metric, where, offset };
}

export function compare(of: Expression, by: Comparison, than: number): Expression {
  return { is: 'compare', of, by, than };
}

/** Every selector in it. */
export function selectorsIn(expression: Expression): readonly Selector[] {
  switch (expression.is) {
    case 'selector':
      return [expression];
    case 'both':
    case 'either':
    case 'unless':
      return [...selectorsIn(expression.left), ...selectorsIn(expression.right)];
    default:
      return selectorsIn(expression.of);
  }
}

/** How far back it looks, in seconds. */
export function reachOf(expression: Expression): number {
  switch (expression.is) {
    case 'selector':
      return expression.offset;
    case 'increase':
      return expression.window + expression.of.offset;
    case 'both':
    case 'either':
    case 'unless':
      return Math.max(reachOf(expression.left), reachOf(expression.right));
    default:
      return reachOf(expression.of);
  }
}
