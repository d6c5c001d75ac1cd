const label1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const label1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const subdomain1123 = `${label1123}(\\.${label1123})*`;
const qualified = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const labelText = `(${qualified})?`;

const lettersAndDashes = 'must consist of lower case alphanumeric characters';
const ends = 'an alphanumeric character';
const middle =
  "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

const label1123Rule = rule(
  label1123,
  `a lowercase RFC 1123 label ${lettersAndDashes} or '-', and must start and end with ${ends}`,
  ['my-name', '123-abc'],
);
const label1035Rule = rule(
  label1035,
  `a DNS-1035 label ${lettersAndDashes} or '-', start with an alphabetic character, and end with ${ends}`,
  ['my-name', 'abc-123'],
);
const subdomainRule = rule(
  subdomain1123,
  `a lowercase RFC 1123 subdomain ${lettersAndDashes}, '-' or '.', and must start and end with ${ends}`,
  ['example.com'],
);
const qualifiedRule = rule(qualified, `must consist of ${middle}`, ['MyName', 'my.name', '123-abc']);
const labelTextRule = rule(labelText, `a valid label must be an empty string or consist of ${middle}`, [
  'MyValue',
  'my_value',
  '12345',
]);

interface NameRule {
  readonly pattern: RegExp;
  readonly message: string;
}

function rule(pattern: string, what: string, examples: readonly string[]): NameRule {
  const quoted = examples.map((example) => `'${example}', `).join(' or ');
  const message = `${what} (e.g. ${quoted}regex used for validation is '${pattern}')`;
  return { pattern: new RegExp(`^(?:${pattern})$`), message };
}

function broken(text: string, name: NameRule, maxLength: number): string[] {
  const problems = text.length > maxLength ? [`must be no more than ${maxLength} characters`] : [];
  return name.pattern.test(text) ? problems : [...problems, name.message];
}

/** What keeps a text from being an RFC 1123 label: a namespace, for one. */
export function label1123Problems(text: string): readonly string[] {
  const problems = broken(text, label1123Rule, 63);
  if (!subdomainRule.pattern.test(text)) return problems;
  return problems.map((problem) => (problem === label1123Rule.message ? 'must not contain dots' : problem));
}

/** What keeps a text from being an RFC 1035 label: a kind in lower case, for one. */
export function label1035Problems(text: string): readonly string[] {
  return broken(text, label1035Rule, 63);
}

/** What keeps a text from being an RFC 1123 subdomain: an API group, for one. */
export function subdomainProblems(text: string): readonly string[] {
  return broken(text, subdomainRule, 253);
}

/** What keeps a text from being a label's value. */
export function labelValueProblems(text: string): readonly string[] {
  return broken(text, labelTextRule, 63);
}

/** What keeps a text from being a qualified name: a label's key, for one. */
export function qualifiedNameProblems(text: string): readonly string[] {
  const parts = text.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.length > 2) {
    return [
      `a valid label key ${qualifiedRule.message} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const prefix = parts.length === 2 ? prefixProblems(parts[0] ?? '') : [];
  const size = name === '' ? ['must be non-empty'] : [];
  const own = [...size, ...broken(name, qualifiedRule, 63)].map((problem) => `name part ${problem}`);
  return [...prefix, ...own];
}

function prefixProblems(prefix: string): string[] {
  const problems = prefix === '' ? ['must be non-empty'] : subdomainProblems(prefix);
  return problems.map((problem) => `prefix part ${problem}`);
}

/** What keeps a text from being a segment of a URL's path, as every object's name is. */
export function pathSegmentProblems(text: string, isPrefix: boolean): readonly string[] {
  if (!isPrefix && (text === '.' || text === '..')) return [`may not be '${text}'`];
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}
