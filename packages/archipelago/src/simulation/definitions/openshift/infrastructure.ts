import { configurationKind } from './configuration-kind.ts';

export const infrastructure = configurationKind('Infrastructure', 'infrastructures', {
  spec: { platformSpec: { type: 'None' } },
  status: {
    apiServerInternalURI: 'https://api-int.example.com:6443',
    apiServerURL: 'https://api.example.com:6443',
    controlPlaneTopology: 'HighlyAvailable',
    infrastructureName: 'sandbox',
    infrastructureTopology: 'HighlyAvailable',
    platform: 'None',
    platformStatus: { type: 'None' },
  },
});
