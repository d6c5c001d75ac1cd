import type { JsonValue } from '../api/json-value.ts';
import type { RuleEngine } from './compile-schema.ts';
import { checkColumns, checkScale, checkSelectableFields } from './crd/check-columns.ts';
import { checkConversion } from './crd/check-conversion.ts';
import { checkDefaults } from './crd/check-defaults.ts';
import { checkKeywords } from './crd/check-keywords.ts';
import { checkNames } from './crd/check-names.ts';
import { checkStatusRoot } from './crd/check-status-root.ts';
import { checkStructure } from './crd/check-structure.ts';
import { checkSchemasGiven, checkVersions, isShared } from './crd/check-versions.ts';
import type {
  CustomResourceDefinition,
  DefinedVersion,
  SharedPart,
} from './crd/custom-resource-definition.ts';
import { readDefinition } from './crd/read-definition.ts';
import { type FieldError, invalidValue } from './field-error.ts';
import { indexPath } from './field-path.ts';
import type { StructuralSchema } from './structural-schema.ts';
import { hasSchema } from './visit-schemas.ts';

/** Checks the rules of a schema at `path`, after `schemaErrors` were found in it. */
export type CheckRules = (
  schema: StructuralSchema,
  path: string,
  schemaErrors: readonly FieldError[],
) => readonly FieldError[];

export interface CheckedDefinition {
  /** Why it cannot be read at all (HTTP 400). */
  readonly decodeError?: string;
  /** Why it is refused (HTTP 422); empty when it is accepted. */
  readonly errors: readonly FieldError[];
}

/** The rule engine, for whoever wants `x-kubernetes-validations` and defaults checked against them. */
export interface RuleSupport {
  readonly rules?: RuleEngine;
  readonly checkRules?: CheckRules;
}

/** Says what an API server has against creating a CustomResourceDefinition. */
export function checkCustomResourceDefinition(
  value: JsonValue,
  support: RuleSupport = {},
): CheckedDefinition {
  const read = readDefinition(value);
  if (!read.ok) return { decodeError: read.error, errors: [] };
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
  };
}

function checkPreserving({ preserveUnknownFields }: CustomResourceDefinition): FieldError[] {
  if (!preserveUnknownFields) return [];
  const detail =
    'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead';
  return [invalidValue('spec.preserveUnknownFields', true, detail)];
}

/** Checks schemas, subresources and columns; what all versions share once. */
function checkParts({ versions }: CustomResourceDefinition, support: RuleSupport): FieldError[] {
  return versions.flatMap((version, index) => {
    const place = (part: SharedPart, shared: string): string | undefined => {
      if (!isShared(versions, part)) return `${indexPath('spec.versions', index)}.${part}`;
      return index === 0 ? `spec.${shared}` : undefined;
    };
    return checkVersionParts(version, place, support);
  });
}

function checkVersionParts(
  version: DefinedVersion,
  place: (part: SharedPart, shared: string) => string | undefined,
  support: RuleSupport,
): readonly FieldError[] {
  const schema = place('schema', 'validation');
  const subresources = place('subresources', 'subresources');
  const columns = place('additionalPrinterColumns', 'additionalPrinterColumns');
  const selectable = place('selectableFields', 'selectableFields');
  return [
    ...(schema === undefined ? [] : checkSchema(version, `${schema}.openAPIV3Schema`, support)),
    ...(subresources === undefined ? [] : checkScale(version.scale, subresources)),
    ...(columns === undefined ? [] : checkColumns(version.columns, columns)),
    ...(selectable === undefined
      ? []
      : checkSelectableFields(version.selectableFields, version.schema, selectable)),
  ];
}

function checkSchema(version: DefinedVersion, path: string, support: RuleSupport): readonly FieldError[] {
  const { schema } = version;
  if (schema === undefined) return [];
  const structural = checkStructural(schema, path, support);
  const errors = [
    ...(version.hasStatus ? checkStatusRoot(schema, path) : []),
    ...structural,
    ...checkKeywords(schema, path),
  ];
  return [...errors, ...(support.checkRules?.(schema, path, errors) ?? [])];
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
