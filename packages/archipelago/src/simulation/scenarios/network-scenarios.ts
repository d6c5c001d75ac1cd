import type { Scenario } from './scenario.ts';
import { object, operatorPlace, workers } from './scenario-parts.ts';

const migrationNetwork = { liveMigrationConfig: { network: 'mig' } };

function attachment(namespace: string, ipam?: { readonly type: string; readonly range: string }) {
  const config = { cniVersion: '0.3.1', name: 'mig', type: 'macvlan', master: 'eno2', ...(ipam && { ipam }) };
  return object('k8s.cni.cncf.io/v1/NetworkAttachmentDefinition', 'mig', {
    namespace,
    spec: { config: JSON.stringify(config) },
  });
}

/** Networks of nodes and of migrations. */
export const networkScenarios: readonly Scenario[] = [
  {
    name: 'migration-network-elsewhere',
    says: 'the network of migrations is in another namespace than KubeVirt',
    spec: migrationNetwork,
    objects: [attachment('default', { type: 'whereabouts', range: '10.9.0.0/24' })],
  },
  {
    name: 'migration-network-without-addresses',
    says: 'the network of migrations gives no addresses',
    spec: migrationNetwork,
    objects: [attachment(operatorPlace)],
  },
  {
    name: 'node-network-failed',
    says: 'a bridge cannot be made on one node: it has no such network card',
    platform: 'openshift',
    nodes: [
      ...workers('w0 w2'),
      ...workers('w1', { annotations: { 'archipelago.dev/simulate-interfaces': 'eno1' } }),
    ],
    objects: [
      object('nmstate.io/v1/NodeNetworkConfigurationPolicy', 'br1', {
        spec: {
          nodeSelector: {},
          maxUnavailable: '10%',
          desiredState: {
            interfaces: [
              { name: 'br1', type: 'linux-bridge', state: 'up', bridge: { port: [{ name: 'eno2' }] } },
            ],
          },
        },
      }),
    ],
  },
];
