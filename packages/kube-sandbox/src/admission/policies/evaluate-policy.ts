import {
  type CelValue,
  celError,
  evaluateExpression,
  type JsonObject,
  type MapValue,
} from '@archipelago/apimachinery';
import type {
  CompiledPolicy,
  NamedExpression,
  PolicyExpression,
  PolicyValidation,
} from './compile-policy.ts';

/** What a policy says against a write. */
export interface Denial {
  readonly message: string;
  /** Reason of the Status. */
  readonly reason: string;
  /** A policy that cannot be used denies without its bindings. */
  readonly by?: 'policy' | 'binding';
}

/** What the server spends on one policy with one set of parameters. */
const BUDGET = 10_000_000;
const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';
const MESSAGE_LIMIT = 5 * 1024;

interface Run {
  readonly variables: ReadonlyMap<string, CelValue>;
  /** Negative once nothing more is run. */
  budget: number;
}

type Outcome = { readonly value: CelValue } | { readonly problem: string };

/** An expression that does not compile was stored before it was checked, or with another server. */
function evaluate(run: Run, { program, source, error }: PolicyExpression): Outcome {
  if (program === undefined) return { problem: `expression '${source}' resulted in error: ${error ?? ''}` };
  const result = evaluateExpression(program, run.variables);
  run.budget -= result.cost;
  if (result.kind === 'value') return { value: result.value };
  return { problem: `expression '${source}' resulted in error: ${result.message}` };
}

/** `variables`: each is evaluated when it is first used, once. */
function lazyVariables(variables: readonly NamedExpression[], run: () => Run): MapValue {
  const known = new Map<string, CelValue>();
  const find = (name: string): CelValue | undefined => {
    const variable = variables.find((one) => one.name === name);
    const program = variable?.expression.program;
    if (program === undefined) return undefined;
    const result = evaluateExpression(program, run().variables);
    run().budget -= result.cost;
    if (result.kind === 'value') return result.value;
    return celError(`composited variable ${JSON.stringify(name)} fails to evaluate: ${result.message}`);
  };
  return {
    kind: 'map',
    size: variables.length,
    keys: () => variables.map(({ name }) => name),
    find: (key) => {
      if (typeof key !== 'string') return undefined;
      const value = known.get(key) ?? find(key);
      if (value !== undefined) known.set(key, value);
      return value;
    },
  };
}

function newRun(variables: readonly NamedExpression[], values: ReadonlyMap<string, CelValue>): Run {
  const run: Run = {
    variables: new Map([...values, ['variables', lazyVariables(variables, () => run)]]),
    budget: BUDGET,
  };
  return run;
}

/** What one expression comes to that sees variables of its policy; it has a budget of its own. */
export function evaluateAlone(
  variables: readonly NamedExpression[],
  values: ReadonlyMap<string, CelValue>,
  expression: PolicyExpression,
): Outcome {
  const run = newRun(variables, values);
  const outcome = evaluate(run, expression);
  return run.budget < 0 ? { problem: OUT_OF_BUDGET } : outcome;
}

/** Whether match conditions hold, or why that cannot be said. A false one decides before one that fails. */
type Holds = boolean | { readonly problem: string };

function allHold(conditions: readonly NamedExpression[], run: Run): Holds {
  const outcomes = conditions.map(({ expression }) => evaluate(run, expression));
  if (outcomes.some((outcome) => 'value' in outcome && outcome.value === false)) return false;
  const problems = outcomes.flatMap((outcome) => ('problem' in outcome ? [outcome.problem] : []));
  if (problems.length === 0) return true;
  return { problem: problems.length === 1 ? problems.join('') : `[${problems.join(', ')}]` };
}

/** Whether all match conditions of a webhook hold for the values of their variables. */
export function conditionsHold(
  conditions: readonly NamedExpression[],
  values: ReadonlyMap<string, CelValue>,
): Holds {
  return allHold(conditions, { variables: values, budget: BUDGET });
}

/** The text of a messageExpression, unless it cannot be shown in one line. */
function ownMessage(run: Run, validation: PolicyValidation): string {
  if (validation.messageExpression === undefined) return '';
  const outcome = evaluate(run, validation.messageExpression);
  const text = 'value' in outcome && typeof outcome.value === 'string' ? outcome.value.trim() : '';
  return text.includes('\n') || Buffer.byteLength(text) > MESSAGE_LIMIT ? '' : text;
}

function judge(run: Run, validation: PolicyValidation): Denial | { readonly problem: string } | undefined {
  const outcome = evaluate(run, validation.expression);
  if (run.budget < 0) return { problem: OUT_OF_BUDGET };
  if ('problem' in outcome) return outcome;
  if (outcome.value === true) return undefined;
  const message =
    ownMessage(run, validation) ||
    validation.message ||
    `failed expression: ${validation.expression.source.trim()}`;
  return { message, reason: validation.reason || 'Invalid' };
}

function failed(problem: string, policy: JsonObject): readonly Denial[] {
  return policy.failurePolicy === 'Ignore' ? [] : [{ message: problem, reason: 'Invalid' }];
}

/**
 * What a policy says against a write. `values` are the variables of its expressions; `spec` is the policy's, whose
 * failurePolicy says what an expression that fails means.
 */
export function evaluatePolicy(
  policy: CompiledPolicy,
  spec: JsonObject,
  values: ReadonlyMap<string, CelValue>,
): readonly Denial[] {
  const run = newRun(policy.variables, values);
  const holds = allHold(policy.matchConditions, run);
  if (holds === false) return [];
  if (holds !== true) return failed(holds.problem, spec);
  const denials: Denial[] = [];
  for (const validation of policy.validations) {
    const judged = judge(run, validation);
    if (judged === undefined) continue;
    denials.push(...('problem' in judged ? failed(judged.problem, spec) : [judged]));
    if (run.budget < 0) return denials;
  }
  return denials;
}
