import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { type FieldPath, parseFieldPath } from '../../../../config/framework/field-path.ts';
import { schemaOf } from '../../../../layering/api/layering-definitions.ts';
import { machineOsConfigSpec } from '../../../../layering/api/machine-os-config-schema.ts';
import { readValue, withValue } from '../../../input/set-field.ts';
import { UsageError } from '../../../process/io.ts';
import { shortened } from '../../../text/shortened.ts';
import { similar } from '../../../text/similar.ts';

const example = 'spec.baseImage=registry.example/base/os:11';

/**
 * The MachineOSConfig with one field set, as `--set path=value` says it: the value is YAML, of annotations the text as it stands;
 * nothing removes the field. What is no field of one is a mistake of use.
 */
export function setConfigField(object: JsonObject, assignment: string): JsonObject {
  const equals = assignment.indexOf('=');
  const name = equals < 0 ? assignment : assignment.slice(0, equals).trim();
  if (equals <= 0)
    throw new UsageError(`--set ${shortened(assignment)}: write path=value, for example ${example}`);
  const path = parseFieldPath(name);
  if (path.some((segment) => typeof segment === 'number'))
    throw new UsageError(
      `--set ${shortened(name)}: names an entry of a list; set the list as a whole, as YAML, or use -f`,
    );
  const isText = isAnnotation(path);
  if (!isText) demandField(name, path);
  const text = assignment.slice(equals + 1);
  return withValue(object, path.map(String), isText ? text || undefined : readValue(text, assignment));
}

function isAnnotation([first, second, third, ...rest]: FieldPath): boolean {
  return first === 'metadata' && second === 'annotations' && third !== undefined && rest.length === 0;
}

function demandField(name: string, [first, ...rest]: FieldPath): void {
  let at = schemaOf(machineOsConfigSpec);
  const parts = first === 'spec' && rest.length > 0 ? rest.map(String) : [''];
  for (const part of parts) {
    const { properties, additionalProperties } = at;
    const below =
      isJsonObject(properties) && Object.hasOwn(properties, part) ? properties[part] : additionalProperties;
    if (!isJsonObject(below))
      throw unknownField(name, part, isJsonObject(properties) ? Object.keys(properties) : []);
    at = below;
  }
}

function unknownField(name: string, part: string, known: readonly string[]): UsageError {
  const near = similar(shortened(part), known);
  const meant = near.length === 0 ? `write it as in ${example}` : `did you mean ${near.join(' or ')}?`;
  return new UsageError(`--set ${shortened(name)}: is no field of a MachineOSConfig's spec; ${meant}`);
}
