import { jsonEqual } from '../../api/json-equal.ts';
import { marshal } from '../../go-text/marshal.ts';
import { type FieldError, invalidValue, requiredValue } from '../field-errors/field-error.ts';
import { childPath, indexPath } from '../field-errors/field-path.ts';
import { label1035Problems } from '../formats/names.ts';
import type { CustomResourceDefinition, DefinedVersion, SharedPart } from './custom-resource-definition.ts';

/** True when all versions have the same of a part: the API server then keeps and reports it in the spec. */
export function isShared(versions: readonly DefinedVersion[], part: SharedPart): boolean {
  const [first] = versions;
  return first !== undefined && versions.every((version) => jsonEqual(version.raw[part], first.raw[part]));
}

/** Checks the versions' names, which one is stored, and what each says of itself. */
export function checkVersions({ versions, givesVersions }: CustomResourceDefinition): readonly FieldError[] {
  const path = 'spec.versions';
  const errors = versions.flatMap((version, index) => checkVersion(version, indexPath(path, index)));
  const [first] = versions;
  const problems = first === undefined ? [] : label1035Problems(first.name);
  if (first !== undefined && first.name !== '' && problems.length > 0) {
    errors.push(invalidValue('spec.version', first.name, problems.join(',')));
  }
  if (new Set(versions.map(({ name }) => name)).size < versions.length) {
    errors.push(aboutAll(versions, 'must contain unique version names'));
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    const rule = 'must have exactly one version marked as storage version';
    errors.push(givesVersions ? aboutAll(versions, rule) : invalidValue(path, null, rule));
  }
  return [...errors, ...checkStored(versions)];
}

function checkVersion(version: DefinedVersion, path: string): FieldError[] {
  const problems = label1035Problems(version.name);
  const errors =
    problems.length > 0 ? [invalidValue(childPath(path, 'name'), version.name, problems.join(','))] : [];
  return [...errors, ...checkWarning(version, childPath(path, 'deprecationWarning'))];
}

function checkWarning({ deprecated, deprecationWarning: text }: DefinedVersion, path: string): FieldError[] {
  if (text === undefined) return [];
  const problems: string[] = [];
  if (!deprecated) return [warningError(path, text, 'can only be set for deprecated versions')];
  if (new TextEncoder().encode(text).length > 256) problems.push('must be <= 256 characters long');
  if (text === '') problems.push('must not be an empty string');
  const hidden = text.search(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u);
  if (hidden >= 0) {
    const at = new TextEncoder().encode(text.slice(0, hidden)).length;
    problems.push(
      `must only contain printable UTF-8 characters; non-printable character found at index ${at}`,
    );
  }
  return problems.map((problem) => warningError(path, text, problem));
}

/** Upstream shows this text as JSON. */
function warningError(path: string, text: string, detail: string): FieldError {
  return invalidValue(path, text, detail, marshal(text));
}

/** On creation the first storage version is the one stored. */
function checkStored(versions: readonly DefinedVersion[]): FieldError[] {
  const path = 'status.storedVersions';
  const first = versions.find(({ storage }) => storage)?.name;
  if (first === undefined) return [invalidValue(path, null, 'must have at least one stored version')];
  // The stored name stands for the first version called so; any other storage version is not stored.
  const keeper = versions.find(({ name }) => name === first);
  return versions
    .filter((version) => version.storage && version !== keeper)
    .map(({ name }) => invalidValue(path, [first], `must have the storage version ${name}`));
}

/** An error about the list of versions, which upstream shows as its internal struct. */
function aboutAll(versions: readonly DefinedVersion[], detail: string): FieldError {
  const shown = versions.map((version) => shownVersion(version, versions)).join(',');
  return invalidValue(
    'spec.versions',
    versions.map(({ name }) => name),
    detail,
    `[${shown}]`,
  );
}

function shownVersion(version: DefinedVersion, all: readonly DefinedVersion[]): string {
  const part = (name: SharedPart) => (isShared(all, name) ? 'null' : marshal(version.raw[name]));
  const members = [
    ['Name', marshal(version.name)],
    ['Served', String(version.served)],
    ['Storage', String(version.storage)],
    ['Deprecated', String(version.deprecated)],
    ['DeprecationWarning', marshal(version.deprecationWarning ?? null)],
    ['Schema', part('schema')],
    ['Subresources', part('subresources')],
    ['AdditionalPrinterColumns', part('additionalPrinterColumns')],
    ['SelectableFields', part('selectableFields')],
  ];
  return `{${members.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

/** Checks that every version has a schema. */
export function checkSchemasGiven({ versions }: CustomResourceDefinition): readonly FieldError[] {
  return versions.flatMap(({ schema }, index) =>
    schema === undefined
      ? [requiredValue(`${indexPath('spec.versions', index)}.schema.openAPIV3Schema`)]
      : [],
  );
}
