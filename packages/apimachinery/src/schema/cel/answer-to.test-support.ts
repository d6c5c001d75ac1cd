import { formatGoDuration } from '../../go-text/go-duration.ts';
import { formatRfc3339 } from './data/time.ts';
import { compileExpression, type ExpressionEnvironment, evaluateExpression } from './expression.ts';
import type { CelValue } from './values/cel-value.ts';
import { formatDouble } from './values/numbers.ts';

const noVariables: ExpressionEnvironment = { variables: new Map(), objects: new Map() };

type Box = Exclude<CelValue, null | boolean | bigint | number | string | Uint8Array>;

/** A value as a line of text in which values of different types look different. */
function textOfValue(value: CelValue): string {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'object' && value !== null) return textOfBox(value);
  return typeof value === 'number' ? textOfDouble(value) : textOfPlain(value);
}

function textOfDouble(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : formatDouble(value);
}

function textOfPlain(value: null | boolean | bigint | string): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function textOfMap(keys: readonly CelValue[], find: (key: CelValue) => CelValue | undefined): string {
  return `{${keys.map((key) => `${textOfValue(key)}: ${textOfValue(find(key) ?? null)}`).join(', ')}}`;
}

function textOfBox(value: Box): string {
  switch (value.kind) {
    case 'list':
      return `[${value.items.map(textOfValue).join(', ')}]`;
    case 'map':
      return textOfMap(value.keys(), (key) => value.find(key));
    case 'optional':
      return value.value === undefined ? 'nothing' : `optional ${textOfValue(value.value)}`;
    default:
      return textOfScalar(value);
  }
}

function textOfScalar(value: Box): string {
  switch (value.kind) {
    case 'uint':
      return `${value.value}u`;
    case 'duration':
      return formatGoDuration(value.nanos);
    case 'timestamp':
      return formatRfc3339(value.nanos, value.offset);
    case 'type':
      return `type ${value.type.name}`;
    case 'error':
      return `error: ${value.message}`;
    default:
      return value.kind;
  }
}

/**
 * What becomes of an expression: its value; `error: …` where there is none; `line:column message` of everything the compiler refuses;
 * `constant: …` where a part that does not change fails.
 */
export function answerTo(
  source: string,
  environment: ExpressionEnvironment = noVariables,
  variables: ReadonlyMap<string, CelValue> = new Map(),
): string {
  const compiled = compileExpression(source, environment);
  if (compiled.ok) {
    const result = evaluateExpression(compiled.expression, variables);
    return result.kind === 'value' ? textOfValue(result.value) : `error: ${result.message}`;
  }
  if (compiled.stage === 'plan') return `constant: ${compiled.message}`;
  const issues = compiled.message.matchAll(/^ERROR: <input>:(-?\d+:\d+): (.*)$/gm);
  return [...issues].map(([, place, message]) => `${place} ${message}`).join('; ');
}
