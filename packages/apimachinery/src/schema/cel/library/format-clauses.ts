import { quote } from '../../../go-text/quote.ts';
import { fixedDigits } from '../data/fixed-digits.ts';
import { formatRfc3339 } from '../data/time.ts';
import {
  type CelValue,
  isList,
  isMap,
  kindOf,
  type ListValue,
  type MapValue,
  runtimeType,
} from '../values/cel-value.ts';
import { compareStrings } from '../values/compare.ts';
import { mapEntries } from '../values/map-value.ts';
import { doubleText, durationText } from './conversions.ts';

type Formatted =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** What the clauses of a format string accept, by clause letter: the text of the refusal names the type given. */
export const clauseRules: Readonly<Record<string, string>> = {
  s:
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, ' +
    'and timestamps, was given ',
  d: 'decimal clause can only be used on integers, was given ',
  f: 'fixed-point clause can only be used on doubles, was given ',
  e: 'scientific clause can only be used on doubles, was given ',
  b: 'only integers and bools can be formatted as binary, was given ',
  x: 'only integers, byte buffers, and strings can be formatted as hex, was given ',
  X: 'only integers, byte buffers, and strings can be formatted as hex, was given ',
  o: 'octal clause can only be used on integers, was given ',
};

const defaultPrecision = 6;

function done(text: string): Formatted {
  return { ok: true, text };
}

function refuse(clause: string, value: CelValue): Formatted {
  return { ok: false, message: `${clauseRules[clause] ?? ''}${runtimeType(value).name}` };
}

function integerOf(value: CelValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  return value.kind === 'uint' ? value.value : undefined;
}

function inBase(clause: string, base: number, value: CelValue): Formatted {
  const integer = integerOf(value);
  return integer === undefined ? refuse(clause, value) : done(integer.toString(base));
}

function binaryText(value: CelValue): Formatted {
  return typeof value === 'boolean' ? done(value ? '1' : '0') : inBase('b', 2, value);
}

function hexText(clause: string, value: CelValue): Formatted {
  const bytes =
    typeof value === 'string' || value instanceof Uint8Array ? Buffer.from(value).toString('hex') : undefined;
  const hex = bytes === undefined ? inBase(clause, 16, value) : done(bytes);
  return hex.ok && clause === 'X' ? done(hex.text.toUpperCase()) : hex;
}

function doubleOf(value: CelValue): number | undefined {
  if (typeof value === 'number') return value;
  if (value === 'NaN') return Number.NaN;
  if (value === 'Infinity') return Number.POSITIVE_INFINITY;
  return value === '-Infinity' ? Number.NEGATIVE_INFINITY : undefined;
}

function notFinite(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return undefined;
  return value > 0 ? '∞' : '-∞';
}

function signOf(value: number): string {
  return value < 0 || Object.is(value, -0) ? '-' : '';
}

/** The server prints with English digit groups: `12,345.678000`. */
function fixedText(value: CelValue, precision: number): Formatted {
  const double = doubleOf(value);
  if (double === undefined) return refuse('f', value);
  const [whole = '', fraction] = fixedDigits(Number.isFinite(double) ? double : 0, precision).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return done(
    notFinite(double) ?? `${signOf(double)}${grouped}${fraction === undefined ? '' : `.${fraction}`}`,
  );
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `1.234568×10⁰⁴`; the server ignores the precision asked for. */
function scientificText(value: CelValue): Formatted {
  const double = doubleOf(value);
  if (double === undefined) return refuse('e', value);
  const special = notFinite(double);
  if (special !== undefined) return done(special);
  const [digits = '', exponent = '0'] = Math.abs(double).toExponential(defaultPrecision).split('e');
  const power = String(Math.abs(Number(exponent))).padStart(2, '0');
  const raised = Array.from(power, (digit) => superscripts[Number(digit)]).join('');
  return done(`${signOf(double)}${digits}×10${Number(exponent) < 0 ? '⁻' : ''}${raised}`);
}

function nestedText(value: CelValue): Formatted {
  if (typeof value === 'string') return done(quote(value));
  if (value instanceof Uint8Array) return done(`b${quote(Buffer.from(value).toString('utf8'))}`);
  if (typeof value === 'number') {
    const finite = Number.isFinite(value);
    return done(
      finite ? `${signOf(value)}${fixedDigits(value, defaultPrecision)}` : `"${plainInfinity(value)}"`,
    );
  }
  const text = stringText(value);
  const kind = kindOf(value);
  return text.ok && (kind === 'timestamp' || kind === 'duration')
    ? done(`${kind}(${quote(text.text)})`)
    : text;
}

function plainInfinity(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? '+Inf' : '-Inf';
}

function joinAll(parts: readonly Formatted[], open: string, close: string): Formatted {
  const texts: string[] = [];
  for (const part of parts) {
    if (!part.ok) return part;
    texts.push(part.text);
  }
  return done(`${open}${texts.join(', ')}${close}`);
}

function listText(list: ListValue): Formatted {
  return joinAll(list.items.map(nestedText), '[', ']');
}

function entryText(key: CelValue, value: CelValue): Formatted {
  const formatted = nestedText(value);
  if (!['string', 'bool', 'int', 'uint'].includes(kindOf(key))) {
    return { ok: false, message: `no formatting function for map key of type ${runtimeType(key).name}` };
  }
  const name = nestedText(key);
  return name.ok && formatted.ok ? done(`${name.text}:${formatted.text}`) : formatted;
}

function mapText(map: MapValue): Formatted {
  const entries = mapEntries(map).map(([key, value]) => ({
    key: nestedText(key),
    text: entryText(key, value),
  }));
  entries.sort((a, b) => compareStrings(a.key.ok ? a.key.text : '', b.key.ok ? b.key.text : ''));
  return joinAll(
    entries.map(({ text }) => text),
    '{',
    '}',
  );
}

function boxText(value: CelValue): Formatted {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return refuse('s', value);
  switch (value.kind) {
    case 'uint':
      return done(String(value.value));
    case 'duration':
      return done(durationText(value.nanos));
    case 'timestamp':
      return done(formatRfc3339(value.nanos, value.offset));
    case 'type':
      return done(value.type.name);
    default:
      return refuse('s', value);
  }
}

function stringText(value: CelValue): Formatted {
  if (value === null) return done('null');
  if (typeof value === 'number') return done(doubleText(value));
  if (typeof value !== 'object') return done(String(value));
  if (value instanceof Uint8Array) return done(Buffer.from(value).toString('utf8'));
  if (isList(value)) return listText(value);
  return isMap(value) ? mapText(value) : boxText(value);
}

/** One value by one clause of a format string. */
export function formatClause(clause: string, precision: number | undefined, value: CelValue): Formatted {
  switch (clause) {
    case 's':
      return stringText(value);
    case 'd':
      return inBase('d', 10, value);
    case 'f':
      return fixedText(value, precision ?? defaultPrecision);
    case 'e':
      return scientificText(value);
    case 'b':
      return binaryText(value);
    case 'o':
      return inBase('o', 8, value);
    default:
      return hexText(clause, value);
  }
}
