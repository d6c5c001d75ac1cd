import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oneOf } from '../../shapes/one-of.ts';

/** What a drain does to machines. */
export const evictionStrategy = setting({
  path: 'evictionStrategy',
  summary: 'What happens to a machine whose node is drained, unless the machine says otherwise.',
  schema: oneOf(['None', 'LiveMigrate', 'LiveMigrateIfPossible', 'External']),
  admissionDefault: {
    doc: 'LiveMigrate with two workers or more, otherwise None; stored once, so a later change of the cluster does not alter it',
    from: (facts) => (facts.infrastructureHighlyAvailable ? 'LiveMigrate' : 'None'),
  },
  lands: ({ copy }) => [copy(kubevirt, 'spec.configuration.evictionStrategy')],
  examples: [
    {
      title: 'a drain never waits for machines that cannot move',
      spec: { evictionStrategy: 'LiveMigrateIfPossible' },
      lands: { 'KubeVirt.spec.configuration.evictionStrategy': 'LiveMigrateIfPossible' },
    },
    {
      title: 'left out on a cluster with one worker',
      cluster: {
        nodes: [{ name: 'only', labels: { 'node-role.kubernetes.io/worker': '' }, architecture: 'amd64' }],
      },
      lands: { 'KubeVirt.spec.configuration.evictionStrategy': 'None' },
    },
  ],
});
