import type { Setting } from './framework/setting.ts';
import { namespaceRule } from './review-metadata.ts';
import { settings } from './settings.ts';

/** A refusal that a ValidatingAdmissionPolicy decides. */
interface PolicyRefusal {
  /** In CEL, about `object` and `variables.annotations`: true where there is nothing to refuse. */
  readonly holds: string;
  /** Field, what is wrong with it, and the fix. */
  readonly text: string;
}

const annotations = 'variables.annotations';

/** All that can be decided from a HyperConverged and its metadata, and that the definition does not see. */
export function policyRefusals(operatorNamespace: string): readonly PolicyRefusal[] {
  const { at, cel, message, fix } = namespaceRule(operatorNamespace);
  return [{ holds: cel, text: `${at}: ${message}; ${fix}` }, ...settings.flatMap(refusalsOf)];
}

function refusalsOf({ name, source, policyRules }: Setting): readonly PolicyRefusal[] {
  if (source.in === 'annotation') return [];
  const self = `object.spec.${source.path}`;
  return policyRules.map(({ cel, message, fix }) => ({
    holds: `${absent(['spec', ...source.path.split('.')])} || (${cel({ self, annotations })})`,
    text: `${name}: ${message}; ${fix}`,
  }));
}

/** In CEL: no such field. */
function absent(path: readonly string[]): string {
  return path.map((_, index) => `!has(object.${path.slice(0, index + 1).join('.')})`).join(' || ');
}
