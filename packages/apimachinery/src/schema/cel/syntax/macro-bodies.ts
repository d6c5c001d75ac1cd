import { accumulatorName, type Expr, operator } from './ast.ts';
import type { ExprBuilder, Loop } from './expr-builder.ts';

/** What a macro gets: its loop variables and the arguments after them. */
interface MacroParts {
  readonly build: ExprBuilder;
  readonly range: Expr;
  /** One or two loop variables. */
  readonly vars: readonly string[];
  /** The arguments after the variables. */
  readonly rest: readonly Expr[];
}

export type MacroBody = (parts: MacroParts) => Expr;

type FoldParts = Pick<Loop, 'accuInit' | 'condition' | 'step' | 'result'>;

function fold(parts: MacroParts, loop: FoldParts): Expr {
  const [iterVar = '', iterVar2] = parts.vars;
  return parts.build.comprehension({
    range: parts.range,
    iterVar,
    iterVar2,
    accuVar: accumulatorName,
    ...loop,
  });
}

function lastOf(parts: MacroParts): Expr {
  return parts.rest.at(-1) ?? parts.build.literal(null);
}

export function all(parts: MacroParts): Expr {
  const { build } = parts;
  return fold(parts, {
    accuInit: build.literal(true),
    condition: build.call(operator.notStrictlyFalse, build.accumulator()),
    step: build.call(operator.and, build.accumulator(), lastOf(parts)),
    result: build.accumulator(),
  });
}

export function exists(parts: MacroParts): Expr {
  const { build } = parts;
  return fold(parts, {
    accuInit: build.literal(false),
    condition: build.call(operator.notStrictlyFalse, build.call(operator.not, build.accumulator())),
    step: build.call(operator.or, build.accumulator(), lastOf(parts)),
    result: build.accumulator(),
  });
}

export function existsOne(parts: MacroParts): Expr {
  const { build } = parts;
  const increment = build.call(operator.add, build.accumulator(), build.literal(1n));
  return fold(parts, {
    accuInit: build.literal(0n),
    condition: build.literal(true),
    step: build.call(operator.conditional, lastOf(parts), increment, build.accumulator()),
    result: build.call(operator.equals, build.accumulator(), build.literal(1n)),
  });
}

/** A filter argument before the transform makes the step conditional. */
function guarded(parts: MacroParts, step: Expr): Expr {
  const [filter] = parts.rest;
  if (filter === undefined || parts.rest.length < 2) return step;
  return parts.build.call(operator.conditional, filter, step, parts.build.accumulator());
}

function collect(parts: MacroParts, accuInit: Expr, step: Expr): Expr {
  const { build } = parts;
  return fold(parts, { accuInit, condition: build.literal(true), step, result: build.accumulator() });
}

export function map(parts: MacroParts): Expr {
  const { build } = parts;
  const step = build.call(operator.add, build.accumulator(), build.list(lastOf(parts)));
  return collect(parts, build.list(), guarded(parts, step));
}

export function filter(parts: MacroParts): Expr {
  const { build } = parts;
  const element = build.ident(parts.vars[0] ?? '');
  const add = build.call(operator.add, build.accumulator(), build.list(element));
  return collect(
    parts,
    build.list(),
    build.call(operator.conditional, lastOf(parts), add, build.accumulator()),
  );
}

export function transformMap(parts: MacroParts): Expr {
  const { build } = parts;
  const key = build.ident(parts.vars[0] ?? '');
  const step = build.call(operator.mapInsert, build.accumulator(), key, lastOf(parts));
  return collect(parts, build.emptyMap(), guarded(parts, step));
}

export function transformMapEntry(parts: MacroParts): Expr {
  const { build } = parts;
  const step = build.call(operator.mapInsert, build.accumulator(), lastOf(parts));
  return collect(parts, build.emptyMap(), guarded(parts, step));
}

/** Binds `name` to `value` in `body`: a loop over nothing whose accumulator is the variable. */
function bind(build: ExprBuilder, name: string, value: Expr, body: Expr): Expr {
  return build.comprehension({
    range: build.list(),
    iterVar: '#unused',
    iterVar2: undefined,
    accuVar: name,
    accuInit: value,
    condition: build.literal(false),
    step: build.ident(name),
    result: body,
  });
}

export function optMap(flat: boolean): MacroBody {
  return ({ build, range, vars, rest }) => {
    const [body] = rest;
    const has = build.memberCall('hasValue', range);
    const value = build.memberCall('value', build.copy(range));
    const mapped = bind(build, vars[0] ?? '', value, body ?? build.literal(null));
    const result = flat ? mapped : build.call('optional.of', mapped);
    return build.call(operator.conditional, has, result, build.call('optional.none'));
  };
}

const sortInput = '@__sortBy_input__';

export function sortBy(parts: MacroParts): Expr {
  const { build } = parts;
  const keys = map({ ...parts, range: build.ident(sortInput) });
  return bind(
    build,
    sortInput,
    parts.range,
    build.memberCall('@sortByAssociatedKeys', build.ident(sortInput), keys),
  );
}
