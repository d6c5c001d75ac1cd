import { textAt } from '@archipelago/apimachinery';
import { parse } from 'smol-toml';
import { accepted, type Parsed, type Refusal, refusal } from '../outcomes/parsed.ts';
import type { Mirror, NamedBy, RegistryRule } from './registry-rule.ts';

type Table = Readonly<Record<string, unknown>>;

const everything: readonly NamedBy[] = ['digest', 'tag'];

/** Values of `pull-from-mirror`. */
const mirrorUses: Readonly<Record<string, readonly NamedBy[]>> = {
  all: everything,
  'digest-only': ['digest'],
  'tag-only': ['tag'],
};

/**
 * Reads a `registries.conf` of version 2 (containers-registries.conf(5)): `[[registry]]` tables with prefix, location, insecure,
 * blocked, mirror-by-digest-only and their mirrors. Search lists and aliases do not apply to references with a transport.
 */
export function parseRegistriesConf(
  text: string,
  field = 'registries.conf',
): Parsed<readonly RegistryRule[]> {
  const document = parseToml(text, field);
  if (document.kind === 'refused') return document;
  if ('registries' in document.value)
    return refusal(
      field,
      'registries',
      'is the format of version 1',
      'write [[registry]] tables (version 2)',
    );
  return parseTables(document.value.registry, `${field}: registry`, parseRule);
}

function parseToml(text: string, field: string): Parsed<Table> {
  try {
    return accepted(parse(text));
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    return refusal(field, '', `is no TOML: ${reason}`, 'correct the file');
  }
}

function parseTables<T>(
  value: unknown,
  field: string,
  parseOne: (table: Table, field: string) => Parsed<T>,
): Parsed<readonly T[]> {
  if (value === undefined) return accepted([]);
  if (!Array.isArray(value)) return refusal(field, '', 'is no list of tables', `write [[${field}]]`);
  const read: T[] = [];
  for (const [index, table] of value.entries()) {
    const at = `${field}[${index}]`;
    if (!isTable(table)) return refusal(at, String(table), 'is no table', 'write location = "host"');
    const one = parseOne(table, at);
    if (one.kind === 'refused') return one;
    read.push(one.value);
  }
  return accepted(read);
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseRule(table: Table, field: string): Parsed<RegistryRule> {
  const wrong = misfit(table, field, {
    prefix: 'string',
    location: 'string',
    insecure: 'boolean',
    blocked: 'boolean',
  });
  if (wrong !== undefined) return wrong;
  const location = textAt(table, 'location');
  const prefix = textAt(table, 'prefix') || location;
  if (prefix === '') return refusal(field, '', 'has neither prefix nor location', 'write location = "host"');
  const byDigestOnly = table['mirror-by-digest-only'] === true;
  const mirrors = parseTables(table.mirror, `${field}.mirror`, (mirror, at) =>
    parseMirror(mirror, at, byDigestOnly),
  );
  if (mirrors.kind === 'refused') return mirrors;
  return accepted({
    prefix,
    ...(location === '' ? {} : { location }),
    mirrors: mirrors.value,
    insecure: table.insecure === true,
    blockedFor: table.blocked === true ? everything : [],
  });
}

function parseMirror(table: Table, field: string, byDigestOnly: boolean): Parsed<Mirror> {
  const wrong = misfit(table, field, {
    location: 'string',
    insecure: 'boolean',
    'pull-from-mirror': 'string',
  });
  if (wrong !== undefined) return wrong;
  const location = textAt(table, 'location');
  if (location === '') return refusal(`${field}.location`, '', 'is missing', 'write location = "host"');
  const use = textAt(table, 'pull-from-mirror') || (byDigestOnly ? 'digest-only' : 'all');
  const namedBy = Object.hasOwn(mirrorUses, use) ? mirrorUses[use] : undefined;
  if (namedBy === undefined)
    return refusal(
      `${field}.pull-from-mirror`,
      use,
      'is unknown',
      `write ${Object.keys(mirrorUses).join(', ')}`,
    );
  return accepted({ location, insecure: table.insecure === true, for: namedBy });
}

/** The first field whose value is of another type. */
function misfit(table: Table, field: string, types: Readonly<Record<string, string>>): Refusal | undefined {
  for (const [name, type] of Object.entries(types)) {
    const value = table[name];
    if (value !== undefined && typeof value !== type)
      return refusal(`${field}.${name}`, String(value), `is no ${type}`, `write a ${type}`);
  }
  return undefined;
}
