import { quote } from '../../go-text/quote.ts';

type ParsedTime = { readonly ok: true; readonly time: Date } | { readonly ok: false; readonly error: string };

const layout = '2006-01-02T15:04:05Z07:00';

/** The parts of RFC 3339 in Go's order: how the layout spells them and what they look like. */
const parts: readonly {
  readonly name: string;
  readonly pattern: RegExp;
  readonly range?: [number, number, string];
}[] = [
  { name: '2006', pattern: /^[0-9]{4}/ },
  { name: '-', pattern: /^-/ },
  { name: '01', pattern: /^[0-9]{2}/, range: [1, 12, 'month'] },
  { name: '-', pattern: /^-/ },
  { name: '02', pattern: /^[0-9]{2}/ },
  { name: 'T', pattern: /^T/ },
  { name: '15', pattern: /^[0-9]{1,2}/, range: [0, 23, 'hour'] },
  { name: ':', pattern: /^:/ },
  { name: '04', pattern: /^[0-9]{2}/, range: [0, 59, 'minute'] },
  { name: ':', pattern: /^:/ },
  { name: '05', pattern: /^[0-9]{2}(?:[.,][0-9]+)?/, range: [0, 59, 'second'] },
  { name: 'Z07:00', pattern: /^(?:Z|[+-][0-9]{2}:[0-9]{2})/ },
];

/** Reads a time as metav1.Time does: RFC 3339, errors as Go's time.Parse words them. */
export function parseGoTime(text: string): ParsedTime {
  let rest = text;
  for (const part of parts) {
    const found = part.pattern.exec(rest)?.[0];
    if (found === undefined)
      return failed(text, `: cannot parse ${quote(rest)} as ${quote(part.name)}`, true);
    const [least, most, name] = part.range ?? [0, Number.POSITIVE_INFINITY, ''];
    const value = Math.trunc(Number.parseFloat(found));
    if (part.range !== undefined && (value < least || value > most))
      return failed(text, `: ${name} out of range`);
    rest = rest.slice(found.length);
  }
  if (rest !== '') return failed(text, `: extra text: ${quote(rest)}`);
  return checkedDay(text);
}

function checkedDay(text: string): ParsedTime {
  const [year, month, day] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day ?? 0);
  if (date.getUTCDate() !== day) return failed(text, ': day out of range');
  return { ok: true, time: new Date(text.replace(',', '.').replace(/T([0-9]):/, 'T0$1:')) };
}

function failed(text: string, problem: string, asLayout = false): ParsedTime {
  const where = asLayout ? ` as ${quote(layout)}` : '';
  return { ok: false, error: `parsing time ${quote(text)}${where}${problem}` };
}

/** Prints a time as metav1.Time does: UTC, whole seconds. */
export function formatGoTime(time: Date): string {
  return time.toISOString().replace(/\.[0-9]+Z$/, 'Z');
}
