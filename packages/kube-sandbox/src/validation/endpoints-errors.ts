import { type FieldError, type JsonObject, objectsAt } from '@archipelago/apimachinery';
import { addressOf } from './address-errors.ts';
import { named, oneOf, portNumber } from './field-checks.ts';
import { required } from './field-errors.ts';
import { type FieldRules, fieldErrors } from './field-rules.ts';
import { label, subdomain } from './name-rules.ts';
import { missingNames } from './port-names.ts';

const addressRules = (list: string): FieldRules => ({
  [`subsets[*].${list}[*].ip`]: addressOf('any'),
  [`subsets[*].${list}[*].hostname`]: named(label),
  [`subsets[*].${list}[*].nodeName`]: named(subdomain),
});

const rules: FieldRules = {
  ...addressRules('addresses'),
  ...addressRules('notReadyAddresses'),
  'subsets[*].ports[*].name': named(label),
  'subsets[*].ports[*].port': portNumber,
  'subsets[*].ports[*].protocol': oneOf('SCTP', 'TCP', 'UDP'),
};

/** What is wrong with the subsets of Endpoints. */
export function endpointsErrors(endpoints: JsonObject): readonly FieldError[] {
  const subsets = objectsAt(endpoints, 'subsets').flatMap((subset, index) => {
    const place = `subsets[${index}]`;
    const { length } = [...objectsAt(subset, 'addresses'), ...objectsAt(subset, 'notReadyAddresses')];
    return [
      ...(length === 0 ? [required(place, 'must specify `addresses` or `notReadyAddresses`')] : []),
      ...missingNames(objectsAt(subset, 'ports'), `${place}.ports`),
    ];
  });
  return [...subsets, ...fieldErrors(endpoints, rules)];
}
