import { setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oneOf } from '../../shapes/one-of.ts';

/** What deleting the HyperConverged does to existing workloads. */
export const uninstallStrategy = setting({
  path: 'uninstallStrategy',
  summary: 'Whether the HyperConverged can be deleted while machines or disks exist, and they with it.',
  schema: oneOf(['RemoveWorkloads', 'BlockUninstallIfWorkloadsExist']),
  default: 'BlockUninstallIfWorkloadsExist',
  lands: ({ copy }) => [copy(kubevirt, 'spec.uninstallStrategy'), copy(cdi, 'spec.uninstallStrategy')],
  examples: [
    {
      title: 'a test cluster: everything may go',
      spec: { uninstallStrategy: 'RemoveWorkloads' },
      lands: {
        'KubeVirt.spec.uninstallStrategy': 'RemoveWorkloads',
        'CDI.spec.uninstallStrategy': 'RemoveWorkloads',
      },
    },
  ],
});
