import { configurationKind } from './configuration-kind.ts';

const networks = {
  clusterNetwork: [{ cidr: '10.128.0.0/14', hostPrefix: 23 }],
  networkType: 'OVNKubernetes',
  serviceNetwork: ['172.30.0.0/16'],
};

export const network = configurationKind('Network', 'networks', {
  spec: networks,
  status: { ...networks, clusterNetworkMTU: 1400 },
});
