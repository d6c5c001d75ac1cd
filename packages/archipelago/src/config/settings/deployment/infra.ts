import { setting } from '../../framework/setting.ts';
import { aaq } from '../../operands/aaq/aaq.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';
import { spreadOverNodes } from '../../operands/spread-over-nodes.ts';
import { ssp } from '../../operands/ssp/ssp.ts';
import { waspDaemonSet } from '../../operands/wasp-agent/wasp-agent.ts';
import { componentPlacement, isEmptyPlacement, reviewPlacement, withAffinity } from './node-placement.ts';

/** Where the components run. */
export const infra = setting({
  path: 'infra',
  summary: 'Nodes on which the components run that serve the whole cluster.',
  schema:
    componentPlacement(`infra HyperConvergedConfig influences the pod configuration (currently only placement)
for all the infra components needed on the virtualization enabled cluster
but not necessarily directly on each node running VMs/VMIs.`),
  review: (value) => reviewPlacement('spec.infra', value.nodePlacement),
  lands: ({ part }) =>
    part('nodePlacement', ({ copy, set, always }) => [
      copy(kubevirt, 'spec.infra.nodePlacement'),
      copy(cdi, 'spec.infra'),
      copy(aaq, 'spec.infra'),
      copy(ssp, 'spec.templateValidator.placement'),
      set(networkAddonsConfig, 'spec.placementConfiguration.infra', (placement) =>
        isEmptyPlacement(placement) ? undefined : withAffinity(placement),
      ),
      set(waspDaemonSet, 'spec.template.spec.nodeSelector', ({ nodeSelector }) => nodeSelector),
      always(waspDaemonSet, 'spec.template.spec.affinity', (placement, { facts }) =>
        placement === undefined ? spreadOverNodes('wasp-agent', facts) : placement.affinity,
      ),
      set(waspDaemonSet, 'spec.template.spec.tolerations', ({ tolerations }) => tolerations),
    ]),
  examples: [
    {
      title: 'nodes kept for infrastructure',
      spec: {
        infra: { nodePlacement: { nodeSelector: { nodeType: 'infra' } } },
        enableApplicationAwareQuota: true,
      },
      cluster: { platform: 'openshift' },
      lands: {
        'KubeVirt.spec.infra.nodePlacement.nodeSelector.nodeType': 'infra',
        'CDI.spec.infra.nodeSelector.nodeType': 'infra',
        'AAQ.spec.infra.nodeSelector.nodeType': 'infra',
        'SSP.spec.templateValidator.placement.nodeSelector.nodeType': 'infra',
        'NetworkAddonsConfig.spec.placementConfiguration.infra': {
          affinity: {},
          nodeSelector: { nodeType: 'infra' },
        },
      },
    },
    {
      title: 'the agents of overcommitted nodes go along',
      spec: {
        infra: {
          nodePlacement: {
            nodeSelector: { nodeType: 'infra' },
            affinity: { nodeAffinity: {} },
            tolerations: [{ key: 'infra', operator: 'Exists' }],
          },
        },
        higherWorkloadDensity: { memoryOvercommitPercentage: 150 },
      },
      cluster: { platform: 'openshift' },
      lands: {
        'DaemonSet.spec.template.spec.nodeSelector.nodeType': 'infra',
        'DaemonSet.spec.template.spec.affinity': { nodeAffinity: {} },
        'DaemonSet.spec.template.spec.tolerations': [{ key: 'infra', operator: 'Exists' }],
      },
    },
  ],
});
