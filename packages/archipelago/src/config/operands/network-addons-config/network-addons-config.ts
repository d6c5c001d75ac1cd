import type { NetworkAddonsConfig } from '../../../api/operands/network-addons-config.gen.ts';
import { operand } from '../../framework/operand.ts';

/** The secondary network components. */
export const networkAddonsConfig = operand<NetworkAddonsConfig>({
  group: 'networkaddonsoperator.network.kubevirt.io',
  version: 'v1',
  kind: 'NetworkAddonsConfig',
  plural: 'networkaddonsconfigs',
  component: 'network',
  name: () => 'cluster',
  reportsConditions: true,
  patchAnnotation: 'networkaddonsconfigs.kubevirt.io/jsonpatch',
  baseline: ({ opinion, fact }) => [
    opinion('spec.multus', {}, 'secondary networks need it'),
    opinion('spec.linuxBridge', {}, 'machines attach to bridges of their node'),
    opinion('spec.kubeMacPool', {}, 'no two machines may get the same MAC address'),
    fact('spec.kubevirtIpamController', 'platform', ({ facts }) =>
      facts.platform === 'openshift' ? { defaultNetworkNADNamespace: 'openshift-ovn-kubernetes' } : {},
    ),
  ],
});
