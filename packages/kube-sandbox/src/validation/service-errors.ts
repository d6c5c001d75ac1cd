import { type FieldError, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { duplicate, required } from './field-errors.ts';
import { labelErrors } from './metadata-errors.ts';
import { duplicateNames, missingNames } from './port-names.ts';

/** What is wrong with a service beyond its fields one by one. */
export function serviceErrors(spec: JsonObject): readonly FieldError[] {
  const ports = objectsAt(spec, 'ports');
  const isExternal = textAt(spec, 'type') === 'ExternalName';
  const needsPorts = !isExternal && textAt(spec, 'clusterIP') !== 'None';
  const isNameless = isExternal && textAt(spec, 'externalName') === '';
  const missing = missingNames(ports, 'spec.ports');
  return [
    ...(needsPorts && ports.length === 0 ? [required('spec.ports', '')] : []),
    ...missing,
    ...(missing.length > 0 ? [] : duplicateNames(ports, 'spec.ports')),
    ...duplicatePorts(ports),
    ...(isNameless ? [required('spec.externalName', '')] : []),
    ...labelErrors(objectAt(spec, 'selector'), 'spec.selector'),
  ];
}

function duplicatePorts(ports: readonly JsonObject[]): readonly FieldError[] {
  const seen = new Set<string>();
  return ports.flatMap(({ protocol = 'TCP', port = 0 }, index) => {
    const key = `${String(protocol)} ${String(port)}`;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated ? [duplicate(`spec.ports[${index}]`, { protocol, port })] : [];
  });
}
