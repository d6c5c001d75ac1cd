import { accumulatorName, type ComprehensionExpr, type Expr } from '../syntax/ast.ts';
import {
  copySizes,
  type Estimator,
  knownSize,
  type Local,
  membersOf,
  pathOf,
  sizeOf,
  typeOf,
} from './estimator.ts';
import { type Interval, plus, times } from './interval.ts';

function withLocal<T>(estimator: Estimator, name: string, local: Local, run: () => T): T {
  const stack = estimator.locals.get(name) ?? [];
  estimator.locals.set(name, stack);
  stack.push(local);
  const result = run();
  stack.pop();
  return result;
}

function accumulator(estimator: Estimator, expr: Expr): Local {
  return {
    path: pathOf(estimator, expr),
    size: knownSize(estimator, expr),
    members: membersOf(estimator, expr),
  };
}

const stepNames = {
  list: { key: '@indices', value: '@items' },
  map: { key: '@keys', value: '@values' },
} as const;

/** A loop variable: the keys or the values of what is looped over. */
function loopVariable(estimator: Estimator, range: Expr, part: 'key' | 'value' | 'single'): Local {
  const members = membersOf(estimator, range);
  const isList = (members?.container ?? typeOf(estimator, range).kind) === 'list';
  const values = part === 'value' || (part === 'single' && isList);
  const step = stepNames[isList ? 'list' : 'map'][values ? 'value' : 'key'];
  const size = values ? members?.value : members?.key;
  return { path: [...pathOf(estimator, range), step], size, members: undefined };
}

type CostOf = (expr: Expr) => Interval;

function costOfTurn(estimator: Estimator, loop: ComprehensionExpr, cost: CostOf): Interval {
  const turn = (): Interval => {
    const condition = cost(loop.condition);
    return plus(condition, cost(loop.step));
  };
  const { iterVar2, range } = loop;
  if (iterVar2 === undefined) {
    return withLocal(estimator, loop.iterVar, loopVariable(estimator, range, 'single'), turn);
  }
  const value = loopVariable(estimator, range, 'value');
  return withLocal(estimator, loop.iterVar, loopVariable(estimator, range, 'key'), () =>
    withLocal(estimator, iterVar2, value, turn),
  );
}

function isBinding({ range, condition, accuVar }: ComprehensionExpr): boolean {
  const never = condition.kind === 'literal' && condition.value === false;
  return range.kind === 'list' && range.elements.length === 0 && never && accuVar !== accumulatorName;
}

function rememberResult(estimator: Estimator, loop: ComprehensionExpr, turns: Interval): void {
  if (loop.accuInit.kind === 'literal') {
    const size = knownSize(estimator, loop.accuInit);
    if (size !== undefined) estimator.sizes.set(loop.id, size);
  } else if (loop.accuInit.kind === 'list' || loop.accuInit.kind === 'map') {
    estimator.sizes.set(loop.id, turns);
    const members = membersOf(estimator, loop.step);
    if (members !== undefined) estimator.members.set(loop.id, members);
  }
}

/** A comprehension; `cost` estimates its parts. */
export function costOfLoop(estimator: Estimator, loop: ComprehensionExpr, cost: CostOf): Interval {
  const before = plus(cost(loop.range), cost(loop.accuInit));
  const accu = accumulator(estimator, loop.accuInit);
  if (isBinding(loop)) {
    return withLocal(estimator, loop.accuVar, accu, () => {
      const result = cost(loop.result);
      copySizes(estimator, loop, loop.result);
      return plus(before, result);
    });
  }
  return withLocal(estimator, loop.accuVar, accu, () => {
    const turn = costOfTurn(estimator, loop, cost);
    const result = cost(loop.result);
    const turns = sizeOf(estimator, loop.range);
    rememberResult(estimator, loop, turns);
    return plus(plus(before, result), times(turns, turn));
  });
}
