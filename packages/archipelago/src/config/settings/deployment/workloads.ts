import { setting } from '../../framework/setting.ts';
import { aaq } from '../../operands/aaq/aaq.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';
import { componentPlacement, isEmptyPlacement, reviewPlacement, withAffinity } from './node-placement.ts';

/** Where machines run; decides the workload architectures, too. */
export const workloads = setting({
  path: 'workloads',
  summary: 'Nodes on which machines and the components on their nodes run; the workers when left out.',
  schema:
    componentPlacement(`workloads HyperConvergedConfig influences the pod configuration (currently only placement) of components
which need to be running on a node where virtualization workloads should be able to run.
Changes to Workloads HyperConvergedConfig can be applied only without existing workload.`),
  review: (value) => reviewPlacement('spec.workloads', value.nodePlacement),
  lands: ({ part }) =>
    part('nodePlacement', ({ copy, set }) => [
      copy(kubevirt, 'spec.workloads.nodePlacement'),
      copy(cdi, 'spec.workload'),
      copy(aaq, 'spec.workload'),
      set(networkAddonsConfig, 'spec.placementConfiguration.workloads', (placement) =>
        isEmptyPlacement(placement) ? undefined : withAffinity(placement),
      ),
    ]),
  examples: [
    {
      title: 'machines run on arm64 only',
      spec: {
        workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } },
        enableApplicationAwareQuota: true,
      },
      lands: {
        'KubeVirt.spec.workloads.nodePlacement.nodeSelector["kubernetes.io/arch"]': 'arm64',
        'CDI.spec.workload.nodeSelector["kubernetes.io/arch"]': 'arm64',
        'AAQ.spec.workload.nodeSelector["kubernetes.io/arch"]': 'arm64',
        'NetworkAddonsConfig.spec.placementConfiguration.workloads.nodeSelector["kubernetes.io/arch"]':
          'arm64',
      },
    },
  ],
});
