import type { Setting } from './framework/setting.ts';
import { namespaceRule } from './review-metadata.ts';
import { settings } from './settings.ts';

/** A refusal that a ValidatingAdmissionPolicy decides. */
interface PolicyRefusal {
  /** In CEL, about `object`, `oldObject` and their annotations: true where there is nothing to refuse. */
  readonly holds: string;
  /** Field, what is wrong with it, and the fix. */
  readonly text: string;
}

const annotations = 'variables.annotations';
const former = 'variables.formerAnnotations';

/** All that can be decided from a HyperConverged and its metadata, and that the definition does not see. */
export function policyRefusals(operatorNamespace: string): readonly PolicyRefusal[] {
  const { at, cel, message, fix } = namespaceRule(operatorNamespace);
  return [{ holds: cel, text: `${at}: ${message}; ${fix}` }, ...settings.flatMap(refusalsOf)];
}

function refusalsOf({ name, source, policyRules }: Setting): readonly PolicyRefusal[] {
  if (source.in === 'annotation') return [];
  const path = ['spec', ...source.path.split('.')];
  const self = `object.${path.join('.')}`;
  return policyRules.map(({ cel, annotation, message, fix }) => ({
    holds: `${absent('object', path)} || (${cel({ self, annotations })}) || ${isAsBefore(path, annotation)}`,
    text: `${name}: ${message}; ${fix}`,
  }));
}

/** In CEL: no such field. */
function absent(of: 'object' | 'oldObject', path: readonly string[]): string {
  return path.map((_, index) => `!has(${of}.${path.slice(0, index + 1).join('.')})`).join(' || ');
}

/** In CEL: an update that changes neither the field nor the annotation. */
function isAsBefore(path: readonly string[], annotation: string): string {
  const [field, key] = [path.join('.'), `'${annotation}'`];
  const isSameField = `!(${absent('oldObject', path)}) && object.${field} == oldObject.${field}`;
  const isSameAnnotation = `${key} in ${annotations} ? ${key} in ${former} && ${annotations}[${key}] == ${former}[${key}] : !(${key} in ${former})`;
  return `(oldObject != null && ${isSameField} && (${isSameAnnotation}))`;
}
