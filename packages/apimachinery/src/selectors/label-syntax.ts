const SUBDOMAIN = '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
const NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const VALUE = '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?';

const subdomainPattern = new RegExp(`^${SUBDOMAIN}$`);
const namePattern = new RegExp(`^${NAME}$`);
const valuePattern = new RegExp(`^${VALUE}$`);

const nameRule = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}')`;
const subdomainRule = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`;
const valueRule = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${VALUE}')`;

/**
 * What is wrong with a label's key (`name` or `prefix.example.com/name`), in the API server's words; empty when
 * the key is valid. The rule is apimachinery's "qualified name".
 */
export function labelKeyErrors(key: string): readonly string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${nameRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts.at(-1) ?? '';
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return [...(prefix === undefined ? [] : prefixErrors(prefix)), ...nameErrors(name)];
}

/** What is wrong with a label's value, in the API server's words; empty when it is valid. */
export function labelValueErrors(value: string): readonly string[] {
  return [...lengthErrors(value, 63), ...(valuePattern.test(value) ? [] : [valueRule])];
}

function prefixErrors(prefix: string): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const errors = [...lengthErrors(prefix, 253), ...(subdomainPattern.test(prefix) ? [] : [subdomainRule])];
  return errors.map((error) => `prefix part ${error}`);
}

function nameErrors(name: string): readonly string[] {
  const errors = name === '' ? ['must be non-empty'] : lengthErrors(name, 63);
  const all = namePattern.test(name) ? errors : [...errors, nameRule];
  return all.map((error) => `name part ${error}`);
}

function lengthErrors(text: string, limit: number): readonly string[] {
  // Every UTF-16 unit is at least one byte: a huge text need not be encoded to be refused.
  const bytes = text.length > limit ? text.length : new TextEncoder().encode(text).length;
  return bytes > limit ? [`must be no more than ${limit} bytes`] : [];
}
