import { listAt, objectAt, valueAt } from '@archipelago/apimachinery';
import { column } from '../../tables/column.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { labelSelectorText } from '../../tables/label-selector-text.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

export const networkPolicy = builtInType({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  namespaced: true,
  shortNames: ['netpol'],
  type: 'io.k8s.api.networking.v1.NetworkPolicy',
  generation: true,
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
