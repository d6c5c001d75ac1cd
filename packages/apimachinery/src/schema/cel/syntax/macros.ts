import type { Expr } from './ast.ts';
import type { CompileIssue } from './compile-issues.ts';
import type { ExprBuilder } from './expr-builder.ts';
import {
  all,
  exists,
  existsOne,
  filter,
  type MacroBody,
  map,
  optMap,
  sortBy,
  transformMap,
  transformMapEntry,
} from './macro-bodies.ts';

/** A macro call before expansion; `target` is undefined for `has`. */
interface MacroCall {
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
  readonly builder: ExprBuilder;
}

type MacroResult =
  | { readonly kind: 'expr'; readonly expr: Expr }
  | { readonly kind: 'issue'; readonly issue: CompileIssue };

interface Macro {
  readonly vars: number;
  readonly args: number;
  readonly notAName: string;
  readonly body: MacroBody;
}

function refuse(at: Expr, message: string): MacroResult {
  return { kind: 'issue', issue: { offset: at.offset, message } };
}

const simpleName = 'argument must be a simple name';
const notAnIdentifier = 'argument is not an identifier';

const macros: ReadonlyMap<string, readonly Macro[]> = new Map([
  ['all', both(all)],
  ['exists', both(exists)],
  ['exists_one', both(existsOne)],
  ['existsOne', [{ vars: 2, args: 3, notAName: simpleName, body: existsOne }]],
  ['map', [2, 3].map((args) => ({ vars: 1, args, notAName: notAnIdentifier, body: map }))],
  ['filter', [{ vars: 1, args: 2, notAName: notAnIdentifier, body: filter }]],
  ['transformList', twoVar(map)],
  ['transformMap', twoVar(transformMap)],
  ['transformMapEntry', twoVar(transformMapEntry)],
  ['optMap', [optional('optMap', optMap(false))]],
  ['optFlatMap', [optional('optFlatMap', optMap(true))]],
  ['sortBy', [{ vars: 1, args: 2, notAName: notAnIdentifier, body: sortBy }]],
]);

function both(body: MacroBody): Macro[] {
  return [1, 2].map((vars) => ({ vars, args: vars + 1, notAName: simpleName, body }));
}

function twoVar(body: MacroBody): Macro[] {
  return [3, 4].map((args) => ({ vars: 2, args, notAName: simpleName, body }));
}

function optional(name: string, body: MacroBody): Macro {
  return { vars: 1, args: 2, notAName: `${name}() variable name must be a simple identifier`, body };
}

function variableIssue(args: readonly Expr[], macro: Macro): CompileIssue | undefined {
  const names: string[] = [];
  for (const arg of args.slice(0, macro.vars)) {
    if (arg.kind !== 'ident') return { offset: arg.offset, message: macro.notAName };
    if (names.includes(arg.name))
      return { offset: arg.offset, message: `duplicate variable name: ${arg.name}` };
    if (arg.name === '__result__') {
      return { offset: arg.offset, message: 'iteration variable overwrites accumulator variable' };
    }
    names.push(arg.name);
  }
  return undefined;
}

function expandHas({ args, builder }: MacroCall): MacroResult | undefined {
  const [arg] = args;
  if (arg === undefined || args.length !== 1) return undefined;
  if (arg.kind !== 'select') return refuse(arg, 'invalid argument to has() macro');
  const place = builder.literal(null);
  return { kind: 'expr', expr: { ...arg, id: place.id, offset: place.offset, testOnly: true } };
}

function refusedTarget(name: string, target: Expr): MacroResult | undefined {
  if (name !== 'sortBy' || !['literal', 'map', 'message'].includes(target.kind)) return undefined;
  return refuse(
    target,
    'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
  );
}

/** Expands a macro call (`has`, `all`, `map`, `optMap`, …); undefined when the name is no macro with that many arguments. */
export function expandMacro(name: string, call: MacroCall): MacroResult | undefined {
  if (call.target === undefined) return name === 'has' ? expandHas(call) : undefined;
  const macro = macros.get(name)?.find((candidate) => candidate.args === call.args.length);
  if (macro === undefined) return undefined;
  const refused = refusedTarget(name, call.target);
  if (refused !== undefined) return refused;
  const issue = variableIssue(call.args, macro);
  if (issue !== undefined) return { kind: 'issue', issue };
  const vars = call.args.slice(0, macro.vars).flatMap((arg) => (arg.kind === 'ident' ? [arg.name] : []));
  const parts = { build: call.builder, range: call.target, vars, rest: call.args.slice(macro.vars) };
  return { kind: 'expr', expr: macro.body(parts) };
}
