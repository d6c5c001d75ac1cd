import { parseRequestUri } from '../../net/go-url.ts';
import type { NamedFormat } from './named-format.ts';
import { parseDate } from './time.ts';

interface Pattern {
  readonly text: string;
  readonly regex: RegExp;
  /** What a text that does not match is told, with examples. */
  readonly rule: string;
}

function pattern(text: string, rule: string, examples: readonly string[]): Pattern {
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return {
    text,
    regex: new RegExp(`^(?:${text})$`),
    rule: `${rule} (e.g. ${list}regex used for validation is '${text}')`,
  };
}

const edges = 'and must start and end with an alphanumeric character';
const label1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const subdomain1123 = `${label1123}(\\.${label1123})*`;
const labelKey = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const dnsLabel = pattern(
  label1123,
  `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${edges}`,
  ['my-name', '123-abc'],
);
const dnsSubdomain = pattern(
  subdomain1123,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${edges}`,
  ['example.com'],
);
const dns1035 = pattern(
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, " +
    'and end with an alphanumeric character',
  ['my-name', 'abc-123'],
);
const keyName = pattern(labelKey, `must consist of alphanumeric characters, '-', '_' or '.', ${edges}`, [
  ...['MyName', 'my.name', '123-abc'],
]);
const value = pattern(
  `(${labelKey})?`,
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${edges}`,
  ['MyValue', 'my_value', '12345'],
);

function tooLong(text: string, limit: number): readonly string[] {
  return Buffer.byteLength(text) > limit ? [`must be no more than ${limit} bytes`] : [];
}

function check(text: string, limit: number, shape: Pattern): readonly string[] {
  return [...tooLong(text, limit), ...(shape.regex.test(text) ? [] : [shape.rule])];
}

function checkLabel(text: string): readonly string[] {
  if (dnsLabel.regex.test(text) || !dnsSubdomain.regex.test(text)) return check(text, 63, dnsLabel);
  return [...tooLong(text, 63), 'must not contain dots'];
}

function checkSubdomain(text: string): readonly string[] {
  return check(text, 253, dnsSubdomain);
}

function checkQualifiedName(text: string): readonly string[] {
  const [first = '', second, ...others] = text.split('/');
  if (others.length > 0) {
    const example = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
    return [`a valid label key ${keyName.rule} ${example}`];
  }
  const name = second ?? first;
  const prefix = second === undefined ? [] : checkPrefix(first);
  const nameProblems = name === '' ? ['must be non-empty', keyName.rule] : check(name, 63, keyName);
  return [...prefix, ...nameProblems.map((problem) => `name part ${problem}`)];
}

function checkPrefix(prefix: string): readonly string[] {
  const problems = prefix === '' ? ['must be non-empty'] : checkSubdomain(prefix);
  return problems.map((problem) => `prefix part ${problem}`);
}

/** The beginning of a generated name may end with a dash. */
function forPrefix(rule: (text: string) => readonly string[]): (text: string) => readonly string[] {
  return (text) => rule(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);
}

function checkUri(text: string): readonly string[] {
  const parsed = parseRequestUri(text);
  return parsed.ok ? [] : [parsed.message];
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const uuidPattern = '(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$';
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const clockPattern = '^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$';
const clock = new RegExp(clockPattern);

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.toLowerCase().split('t');
  const match = clock.exec(time);
  if (match === null || parseDate(date) === undefined) return false;
  const [, hours = '', minutes = '', seconds = ''] = match;
  return hours <= '23' && minutes <= '59' && seconds <= '59';
}

function refuse(fits: (text: string) => boolean, problem: string): (text: string) => readonly string[] {
  return (text) => (fits(text) ? [] : [problem]);
}

function entry(
  key: string,
  name: string,
  maxRegexSize: number,
  validate: (text: string) => readonly string[],
): readonly [string, NamedFormat] {
  return [key, { name, maxRegexSize, validate }];
}

const check1035 = (text: string): readonly string[] => check(text, 63, dns1035);

/** Formats by the names rules call them. */
export const knownFormats: ReadonlyMap<string, NamedFormat> = new Map([
  entry('dns1123Label', 'DNS1123Label', 30, checkLabel),
  entry('dns1123Subdomain', 'DNS1123Subdomain', 60, checkSubdomain),
  entry('dns1035Label', 'DNS1035Label', 30, check1035),
  entry('qualifiedName', 'QualifiedName', 60, checkQualifiedName),
  entry('dns1123LabelPrefix', 'DNS1123LabelPrefix', 30, forPrefix(checkLabel)),
  entry('dns1123SubdomainPrefix', 'DNS1123SubdomainPrefix', 60, forPrefix(checkSubdomain)),
  entry('dns1035LabelPrefix', 'DNS1035LabelPrefix', 30, forPrefix(check1035)),
  entry('labelValue', 'LabelValue', 40, (text) => check(text, 63, value)),
  entry('uri', 'URI', 1103, checkUri),
  entry(
    'uuid',
    'uuid',
    uuidPattern.length,
    refuse((text) => uuid.test(text), 'does not match the UUID format'),
  ),
  entry(
    'byte',
    'byte',
    84,
    refuse((text) => base64.test(text), 'invalid base64'),
  ),
  entry(
    'date',
    'date',
    clockPattern.length,
    refuse((text) => parseDate(text) !== undefined, 'invalid date'),
  ),
  entry('datetime', 'datetime', clockPattern.length, refuse(isDateTime, 'invalid datetime')),
]);
