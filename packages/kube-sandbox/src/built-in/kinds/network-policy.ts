import { listAt, objectAt, valueAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { labelSelectorText } from '../../tables/label-selector-text.ts';
import { labelSelector, oneOf } from '../../validation/field-checks.ts';
import type { FieldCheck, FieldRules } from '../../validation/field-rules.ts';
import { numberOrName } from '../../validation/port-names.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

/** A port that is not written stands for all of them. */
const somePort: FieldCheck = (value, ...place) => (value === undefined ? [] : numberOrName(value, ...place));

function peerRules(direction: string, peers: string): FieldRules {
  const at = `spec.${direction}[*]`;
  return {
    [`${at}.ports[*].protocol`]: oneOf('TCP', 'UDP', 'SCTP'),
    [`${at}.ports[*].port`]: somePort,
    [`${at}.${peers}[*].podSelector`]: labelSelector,
    [`${at}.${peers}[*].namespaceSelector`]: labelSelector,
  };
}

export const networkPolicy = builtInType({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  namespaced: true,
  shortNames: ['netpol'],
  type: 'io.k8s.api.networking.v1.NetworkPolicy',
  generation: true,
  shortcoming: 'the embedded cluster keeps NetworkPolicies and has no network that they would hold up',
  rules: {
    'spec.podSelector': labelSelector,
    ...peerRules('ingress', 'from'),
    ...peerRules('egress', 'to'),
    'spec.policyTypes[*]': oneOf('Ingress', 'Egress'),
  },
  columns: [
    nameColumn,
    column('Pod-Selector', 'NetworkPolicySpec.podSelector', (object) => {
      return labelSelectorText(valueAt(objectAt(object, 'spec'), 'podSelector'));
    }),
    ageColumn,
  ],
  defaults: [
    {
      at: 'spec',
      fields: (spec) => ({
        policyTypes: listAt(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'],
      }),
    },
    { at: 'spec.ingress[*].ports[*]', fields: { protocol: 'TCP' } },
    { at: 'spec.egress[*].ports[*]', fields: { protocol: 'TCP' } },
  ],
});
