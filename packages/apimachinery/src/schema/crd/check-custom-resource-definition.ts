import type { JsonValue } from '../../api/json-value.ts';
import { quote } from '../../go-text/quote.ts';
import { type FieldError, invalidValue } from '../field-errors/field-error.ts';
import { indexPath } from '../field-errors/field-path.ts';
import { findFormat } from '../formats/find-format.ts';
import type { RuleEngine } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { hasSchema, schemasOf } from '../structural/visit-schemas.ts';
import { checkColumns, checkScale, checkSelectableFields } from './check-columns.ts';
import { checkConversion } from './check-conversion.ts';
import { checkDefaults } from './check-defaults.ts';
import { checkKeywords } from './check-keywords.ts';
import { checkNames } from './check-names.ts';
import { checkStatusRoot } from './check-status-root.ts';
import { checkStructure } from './check-structure.ts';
import { checkSchemasGiven, checkVersions, isShared } from './check-versions.ts';
import type { CustomResourceDefinition, DefinedVersion, SharedPart } from './custom-resource-definition.ts';
import { readDefinition } from './read-definition.ts';

/** Checks the rules of a schema at `path`, after `schemaErrors` were found in it. */
type CheckRules = (
  schema: StructuralSchema,
  path: string,
  schemaErrors: readonly FieldError[],
) => readonly FieldError[];

interface CheckedDefinition {
  /** Why it cannot be read at all (HTTP 400). */
  readonly decodeError?: string;
  /** Why it is refused (HTTP 422); empty when it is accepted. */
  readonly errors: readonly FieldError[];
  /** What it is accepted with, as it stands in `Warning` headers: `unrecognized format "x"`. */
  readonly warnings: readonly string[];
}

/** The rule engine, for whoever wants `x-kubernetes-validations` and defaults checked against them. */
interface RuleSupport {
  readonly rules?: RuleEngine;
  readonly checkRules?: CheckRules;
}

/** Says what an API server has against creating a CustomResourceDefinition. */
export function checkCustomResourceDefinition(
  value: JsonValue,
  support: RuleSupport = {},
): CheckedDefinition {
  const read = readDefinition(value);
  if (!read.ok) return { decodeError: read.error, errors: [], warnings: [] };
  const { definition } = read;
  return {
    errors: [
      ...checkNames(definition),
      ...checkVersions(definition),
      ...checkSchemasGiven(definition),
      ...checkParts(definition, support),
      ...checkConversion(definition.conversion),
      ...checkPreserving(definition),
    ],
    warnings: unknownFormats(definition),
  };
}

/** Formats the API server will not check; a schema without a type is none of its types. */
function unknownFormats({ versions }: CustomResourceDefinition): readonly string[] {
  const kept = isShared(versions, 'schema') ? versions.slice(0, 1) : versions;
  const schemas = kept.flatMap(({ schema }) => (schema === undefined ? [] : schemasOf(schema)));
  const unknown = schemas.filter(({ type = '', format = '' }) => {
    return format !== '' && findFormat(type === '' ? [] : [type], format).name === '';
  });
  return unknown.map(({ format = '' }) => `unrecognized format ${quote(format)}`);
}

function checkPreserving(definition: CustomResourceDefinition): FieldError[] {
  const { preserveUnknownFields, conversion } = definition;
  if (!preserveUnknownFields) return [];
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  const errors = [invalidValue('spec.preserveUnknownFields', true, detail)];
  if (definition.versions.some(({ schema }) => schema !== undefined && hasSchema(schema, hasDefault))) {
    const rule = 'must be false in order to use defaults in the schema';
    errors.push(invalidValue('spec.preserveUnknownFields', true, rule));
  }
  if (conversion === undefined || conversion.strategy === 'None') return errors;
  const rule = 'must be None if spec.preserveUnknownFields is true';
  return [...errors, invalidValue('spec.conversion.strategy', conversion.strategy, rule)];
}

function hasDefault(schema: StructuralSchema): boolean {
  return schema.default !== undefined;
}

/** Where a part of a version is reported: what all versions share, once and in the spec. */
type PlaceOf = (part: SharedPart) => string | undefined;

const sharedPlaces: Readonly<Record<SharedPart, string>> = {
  schema: 'spec.validation',
  subresources: 'spec.subresources',
  additionalPrinterColumns: 'spec.additionalPrinterColumns',
  selectableFields: 'spec.selectableFields',
};

/** Checks schemas, subresources and columns; what all versions share once. */
function checkParts({ versions }: CustomResourceDefinition, support: RuleSupport): FieldError[] {
  return versions.flatMap((version, index) => {
    const placeOf: PlaceOf = (part) => {
      if (!isShared(versions, part)) return `${indexPath('spec.versions', index)}.${part}`;
      return index === 0 ? sharedPlaces[part] : undefined;
    };
    return [
      ...checkSchema(version, versions, placeOf('schema'), support),
      ...checkSubresourcesAndColumns(version, placeOf),
      ...checkSelectable(version, versions, placeOf('selectableFields')),
    ];
  });
}

function checkSubresourcesAndColumns(version: DefinedVersion, placeOf: PlaceOf): readonly FieldError[] {
  const subresources = placeOf('subresources');
  const columns = placeOf('additionalPrinterColumns');
  return [
    ...(subresources === undefined ? [] : checkScale(version.scale, subresources)),
    ...(columns === undefined ? [] : checkColumns(version.columns, columns)),
  ];
}

/** Fields can be selected only beside the schema that has them: both in the spec, or both in the version. */
function checkSelectable(
  version: DefinedVersion,
  versions: readonly DefinedVersion[],
  path: string | undefined,
): readonly FieldError[] {
  const { schema, selectableFields } = version;
  if (path === undefined || selectableFields.length === 0) return [];
  const shared = isShared(versions, 'selectableFields');
  if (schema !== undefined && shared === isShared(versions, 'schema')) {
    return checkSelectableFields(selectableFields, schema, path);
  }
  const detail = shared
    ? 'may only be set when validations.schema is included'
    : 'may only be set when `version.schema.openAPIV3Schema` is not included';
  return [invalidValue(path, '', detail)];
}

function checkSchema(
  ...[version, versions, place, support]: [
    DefinedVersion,
    readonly DefinedVersion[],
    string | undefined,
    RuleSupport,
  ]
): readonly FieldError[] {
  const { schema } = version;
  if (schema === undefined || place === undefined) return [];
  const path = `${place}.openAPIV3Schema`;
  const errors = [
    ...(hasStatus(version, versions) ? checkStatusRoot(schema, path) : []),
    ...checkStructural(schema, path, support),
    ...checkKeywords(schema, path),
  ];
  return [...errors, ...(support.checkRules?.(schema, path, errors) ?? [])];
}

/** A schema all versions share has to suit any of them. */
function hasStatus(version: DefinedVersion, versions: readonly DefinedVersion[]): boolean {
  if (isShared(versions, 'schema')) return versions.some((other) => other.hasStatus);
  return versions.find(({ name }) => name === version.name)?.hasStatus === true;
}

/** A schema with keywords no structural schema has is not looked at any closer. */
function checkStructural(
  schema: StructuralSchema,
  path: string,
  support: RuleSupport,
): readonly FieldError[] {
  if (hasSchema(schema, isUnsupported)) return [];
  const errors = checkStructure(schema, path);
  return errors.length > 0 ? errors : checkDefaults(schema, path, support.rules);
}

function isUnsupported(schema: StructuralSchema): boolean {
  return schema.unsupported !== undefined || schema['x-kubernetes-preserve-unknown-fields'] === false;
}
