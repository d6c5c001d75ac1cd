/** A rule for names: what it wants, in the API server's words, or undefined when the text obeys. */
export type NameRule = (text: string) => readonly string[];

const SUBDOMAIN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SERVICE = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?';
const CONFIG_KEY = '[-._a-zA-Z0-9]+';

const whole = new Map<string, RegExp>();

/** Every write asks: the expression of a pattern is made once. */
function matches(pattern: string, text: string): boolean {
  const expression = whole.get(pattern) ?? new RegExp(`^${pattern}$`);
  whole.set(pattern, expression);
  return expression.test(text);
}

function explain(wish: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${wish} (regex used for validation is '${pattern}')`;
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return `${wish} (e.g. ${list}regex used for validation is '${pattern}')`;
}

const encoder = new TextEncoder();

/** Of one UTF-16 unit. */
const MOST_BYTES = 3;

function limited(text: string, limit: number): readonly string[] {
  // of a text so short no bytes have to be counted
  if (text.length * MOST_BYTES <= limit) return [];
  return encoder.encode(text).length > limit ? [`must be no more than ${limit} characters`] : [];
}

/** `example.com` */
export const subdomain: NameRule = (text) => [
  ...limited(text, 253),
  ...(matches(SUBDOMAIN, text)
    ? []
    : [
        explain(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
          SUBDOMAIN,
          'example.com',
        ),
      ]),
];

/** `my-name` */
export const label: NameRule = (text) => [
  ...limited(text, 63),
  ...(matches(LABEL, text)
    ? []
    : [
        text.includes('.') && matches(SUBDOMAIN, text)
          ? 'must not contain dots'
          : explain(
              "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
              LABEL,
              'my-name',
              '123-abc',
            ),
      ]),
];

/** Like a label, starting with a letter. */
export const serviceName: NameRule = (text) => [
  ...limited(text, 63),
  ...(matches(SERVICE, text)
    ? []
    : [
        explain(
          "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
          SERVICE,
          'my-name',
          'abc-123',
        ),
      ]),
];

/** `http-2` */
export const portName: NameRule = (text) => [
  ...(text.length > 15 ? ['must be no more than 15 characters'] : []),
  ...(/^[-a-z0-9]+$/.test(text)
    ? []
    : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(text) ? [] : ['must contain at least one letter (a-z)']),
  ...(text.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(/^-|-$/.test(text) ? ['must not begin or end with a hyphen'] : []),
];

/** What a variable of a container may be called. */
export const variableName: NameRule = (text) =>
  /^[ -<>-~]*$/.test(text)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];

/** Anything that is one segment of a URL. */
export const segment: NameRule = (text) => {
  if (text === '.' || text === '..') return [`may not be '${text}'`];
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
};

/** `example.com/MyName`, or without the prefix. */
export const qualifiedName: NameRule = (text) => {
  const parts = text.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.length > 2) {
    const wish =
      "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
    const prefix = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
    return [`${explain(wish, QUALIFIED, 'MyName', 'my.name', '123-abc')} ${prefix}`];
  }
  return [...prefixProblems(parts), ...nameProblems(name)];
};

function prefixProblems(parts: readonly string[]): readonly string[] {
  const [prefix] = parts;
  if (parts.length < 2 || prefix === undefined) return [];
  if (prefix === '') return ['prefix part must be non-empty'];
  return subdomain(prefix).map((problem) => `prefix part ${problem}`);
}

function nameProblems(name: string): readonly string[] {
  const pattern =
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
  return [
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...limited(name, 63).map((problem) => `name part ${problem}`),
    ...(matches(QUALIFIED, name) ? [] : [explain(pattern, QUALIFIED, 'MyName', 'my.name', '123-abc')]),
  ];
}

export const labelValue: NameRule = (text) => [
  ...limited(text, 63),
  ...(matches(LABEL_VALUE, text)
    ? []
    : [
        explain(
          "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
          LABEL_VALUE,
          'MyValue',
          'my_value',
          '12345',
        ),
      ]),
];

/** Keys of ConfigMaps and Secrets. */
export const configKey: NameRule = (text) => {
  const wish = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  const pattern = matches(CONFIG_KEY, text)
    ? []
    : [explain(wish, CONFIG_KEY, 'key.name', 'KEY_NAME', 'key-name')];
  const dots = text === '.' || text === '..' ? [`must not be '${text}'`] : [];
  return [
    ...limited(text, 253),
    ...pattern,
    ...dots,
    ...(text.startsWith('..') && text.length > 2 ? ["must not start with '..'"] : []),
  ];
};
