import { parse } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { describePath } from '../../config/describe-path.ts';
import { type FieldPath, parseFieldPath } from '../../config/field-path.ts';
import { settings } from '../../config/settings.ts';
import { UsageError } from '../io.ts';
import { similar } from '../similar.ts';

/**
 * The object with one field set, as `--set path=value` says it: the value is YAML (`true`, `3`, `[a, b]`, text), nothing removes
 * the field. What is no field of a HyperConverged is a mistake of use; whether the value fits, admission says.
 */
export function setField(object: JsonObject, assignment: string): JsonObject {
  const equals = assignment.indexOf('=');
  const name = equals < 0 ? assignment : assignment.slice(0, equals).trim();
  if (equals <= 0) throw new UsageError(`--set ${assignment}: write path=value, for example ${example}`);
  const isMetadata = name.startsWith('metadata.annotations') || name.startsWith('metadata.labels');
  if (!isMetadata && (!name.startsWith('spec.') || describePath(name) === undefined))
    throw unknownField(name);
  return withValue(object, parseFieldPath(name), valueOf(assignment.slice(equals + 1), assignment));
}

const example = 'spec.featureGates.enableMultiArchBootImageImport=true';

function unknownField(name: string): UsageError {
  const names = settings.map((setting) => setting.name);
  const near = similar(
    name,
    names.filter((each) => each.startsWith('spec.')),
  );
  const meant = near.length === 0 ? `write it as in ${example}` : `did you mean ${near.join(' or ')}?`;
  return new UsageError(`--set ${name}: is no field of spec; ${meant}`);
}

function valueOf(text: string, assignment: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = parse(text, { maxAliasCount: 0 });
    return JSON.parse(JSON.stringify(value));
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new UsageError(`--set ${assignment}: the value is no YAML: ${reason}`);
  }
}

function withValue(node: JsonValue | undefined, path: FieldPath, value: JsonValue | undefined): JsonObject {
  const object: JsonObject = isJsonObject(node) ? node : {};
  const [head, ...rest] = path;
  if (head === undefined || typeof head === 'number') throw new UsageError('--set: lists are set as a whole');
  const { [head]: present, ...others } = object;
  if (rest.length === 0) return value === undefined ? others : { ...object, [head]: value };
  return { ...object, [head]: withValue(present, rest, value) };
}
