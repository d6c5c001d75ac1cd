import { type JsonObject, type JsonValue, objectAt } from '@archipelago/apimachinery';
import { parse } from 'yaml';
import { describePath } from '../../config/describe-path.ts';
import { parseFieldPath } from '../../config/framework/field-path.ts';
import { settings } from '../../config/settings.ts';
import { UsageError } from '../process/io.ts';
import { shortened } from '../text/shortened.ts';
import { similar } from '../text/similar.ts';

/**
 * The object with one field set, as `--set path=value` says it: the value is YAML (`true`, `3`, `[a, b]`, text), of
 * labels and annotations the text as it stands; nothing removes the field. What is no field of a HyperConverged is a mistake of use; whether the value fits, admission says.
 */
export function setField(object: JsonObject, assignment: string): JsonObject {
  const equals = assignment.indexOf('=');
  const name = equals < 0 ? assignment : assignment.slice(0, equals).trim();
  if (equals <= 0)
    throw new UsageError(`--set ${shortened(assignment)}: write path=value, for example ${example}`);
  if (!isLabelOrAnnotation(name) && (!name.startsWith('spec.') || describePath(name) === undefined))
    throw unknownField(name);
  const path = parseFieldPath(name);
  if (path.some((segment) => typeof segment === 'number'))
    throw new UsageError(`--set ${name}: names an entry of a list; set the list as a whole, as YAML`);
  const text = assignment.slice(equals + 1);
  const value = isLabelOrAnnotation(name) ? text || undefined : readValue(text, assignment);
  return withValue(object, path.map(String), value);
}

function isLabelOrAnnotation(name: string): boolean {
  return /^metadata\.(?:annotations|labels)[.[]/.test(name);
}

const example = 'spec.featureGates.enableMultiArchBootImageImport=true';

function unknownField(name: string): UsageError {
  const names = settings.map((setting) => setting.name);
  const near = similar(
    shortened(name),
    names.filter((each) => each.startsWith('spec.')),
  );
  const meant = near.length === 0 ? `write it as in ${example}` : `did you mean ${near.join(' or ')}?`;
  return new UsageError(`--set ${shortened(name)}: is no field of spec; ${meant}`);
}

/** The YAML reader goes as deep as the text says; a process whose stack is exhausted may end without a word. */
const mostParts = 200;

/** The value of an assignment, as YAML; undefined for no text. What is no YAML is a mistake of use. */
export function readValue(text: string, assignment: string): JsonValue | undefined {
  if (text.trim() === '') return undefined;
  const parts = text.match(/[[{]|[-?:]\s/g)?.length ?? 0;
  if (parts > mostParts)
    throw new UsageError(
      `--set ${shortened(assignment)}: the value has ${parts} lists and members; at most ${mostParts} can be set so, write a file and use -f`,
    );
  try {
    const value: unknown = parse(text, { maxAliasCount: 0, logLevel: 'error' });
    return JSON.parse(JSON.stringify(value));
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new UsageError(`--set ${shortened(assignment)}: the value is no YAML: ${reason}`);
  }
}

/** The object with a value at a path; undefined removes what is there. */
export function withValue(
  node: JsonValue | undefined,
  path: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const object: JsonObject = objectAt(node);
  const [head, ...rest] = path;
  if (head === undefined) return object;
  const { [head]: present, ...others } = object;
  if (rest.length === 0) return value === undefined ? others : { ...object, [head]: value };
  return { ...object, [head]: withValue(present, rest, value) };
}
