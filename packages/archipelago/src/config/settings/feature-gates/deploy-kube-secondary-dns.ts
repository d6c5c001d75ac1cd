import { Type } from '@sinclair/typebox';
import { absent, setting } from '../../framework/setting.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';

/** A name server for the secondary interfaces of machines. */
export const deployKubeSecondaryDNS = setting({
  path: 'featureGates.deployKubeSecondaryDNS',
  summary: 'Deploys a name server that knows the secondary interfaces of machines.',
  schema: Type.Boolean(),
  default: false,
  lands: ({ set }) => [
    set(networkAddonsConfig, 'spec.kubeSecondaryDNS', (on, { facts }) => {
      if (!on) return undefined;
      return facts.baseDomain === undefined ? {} : { domain: facts.baseDomain };
    }),
  ],
  examples: [
    {
      title: 'machines are reached by name on their secondary network',
      spec: { featureGates: { deployKubeSecondaryDNS: true } },
      cluster: { baseDomain: 'apps.example.com' },
      lands: { 'NetworkAddonsConfig.spec.kubeSecondaryDNS': { domain: 'apps.example.com' } },
    },
    { title: 'left out', lands: { 'NetworkAddonsConfig.spec.kubeSecondaryDNS': absent } },
  ],
});
