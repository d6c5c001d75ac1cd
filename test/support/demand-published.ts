import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

const folder = new URL('../../generated/schemas/', import.meta.url);
const known = new Map<string, ValidateFunction | undefined>();

/**
 * Throws where what a command line printed with `-o json` is not as the published schema of the command says. Whoever runs command lines
 * in a test asks it, so that every output of every test is judged.
 */
export function demandPublished(argv: readonly string[], out: string): void {
  const name = nameOf(argv);
  if (name === undefined || out === '' || !isJson(argv)) return;
  const validate = validatorOf(name);
  if (validate === undefined || validate(JSON.parse(out))) return;
  const errors = validate.errors?.map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(
    `archipelago ${argv.join(' ')} printed what generated/schemas/${name}.json does not allow:\n${errors?.join('\n')}`,
  );
}

/** What prints documents, whose schemas are those of others. */
const documents = /^(?:alerts rules|doctor rbac|dashboards [a-z]|dashboards --format)/;

/** The longest start of the words that has a schema. */
function nameOf([first = '', second = '']: readonly string[]): string | undefined {
  if (documents.test(`${first} ${second}`)) return undefined;
  return [`${first}-${second}`, first].find((name) => existsSync(fileOf(name)));
}

function fileOf(name: string): URL {
  return new URL(`${encodeURIComponent(name)}.json`, folder);
}

/** Not of what is watched: that is several documents. */
function isJson(argv: readonly string[]): boolean {
  return argv[argv.indexOf('-o') + 1] === 'json' && argv.includes('-o') && !argv.includes('-w');
}

function validatorOf(name: string): ValidateFunction | undefined {
  if (!known.has(name)) {
    const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, validateFormats: false });
    known.set(name, ajv.compile(JSON.parse(readFileSync(fileOf(name), 'utf8'))));
  }
  return known.get(name);
}
