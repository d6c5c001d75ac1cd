import { Type } from '@sinclair/typebox';
import { setting } from '../../framework/setting.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { oddValue } from '../../reviews/odd-value.ts';
import { reviewNetworkName } from '../../reviews/review-network-name.ts';
import { quantityPattern } from '../../shapes/quantity.ts';

/** KubeVirt's definition takes no more, though upstream's schema of the HyperConverged does. */
const most = 2_147_483_647;

const count = (value: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: most, default: value, description }));

const seconds = (value: number, description: string) =>
  Type.Optional(Type.Integer({ format: 'int64', default: value, description }));

const at = 'spec.liveMigrationConfig';

function isNegative(value: number | bigint | undefined): boolean {
  return value !== undefined && value < 0;
}

/** Limits of live migrations. The texts are those that documents print of `kubectl explain`. */
export const liveMigrationConfig = setting({
  path: 'liveMigrationConfig',
  summary: 'How many machines migrate at a time, over which network, and when a migration is given up.',
  schema: Type.Object(
    {
      parallelMigrationsPerCluster: count(5, 'Number of migrations running in parallel in the cluster.'),
      parallelOutboundMigrationsPerNode: count(2, 'Maximum number of outbound migrations per node.'),
      bandwidthPerMigration: Type.Optional(
        Type.String({
          pattern: quantityPattern,
          description:
            'Bandwidth limit of each migration, the value is quantity of bytes per second (e.g. 2048Mi = 2048MiB/sec)',
        }),
      ),
      completionTimeoutPerGiB: seconds(
        800,
        `If a migrating VM is big and busy, while the connection to the destination node
is slow, migration may never converge. The completion timeout is calculated
based on completionTimeoutPerGiB times the size of the guest (both RAM and
migrated disks, if any). For example, with completionTimeoutPerGiB set to 800,
a virtual machine instance with 6GiB memory will timeout if it has not
completed migration in 1h20m. Use a lower completionTimeoutPerGiB to induce
quicker failure, so that another destination or post-copy is attempted. Use a
higher completionTimeoutPerGiB to let workload with spikes in its memory dirty
rate to converge.
The format is a number.`,
      ),
      progressTimeout: seconds(
        150,
        'The migration will be canceled if memory copy fails to make progress in this time, in seconds.',
      ),
      network: Type.Optional(
        Type.String({
          description: `The migrations will be performed over a dedicated multus network to minimize
disruption to tenant workloads due to network saturation when VM live
migrations are triggered.`,
        }),
      ),
      allowAutoConverge: Type.Optional(
        Type.Boolean({
          default: false,
          description: `AllowAutoConverge allows the platform to compromise performance/availability of VMIs to
guarantee successful VMI live migrations. Defaults to false`,
        }),
      ),
      allowPostCopy: Type.Optional(
        Type.Boolean({
          default: false,
          description: `When enabled, KubeVirt attempts to use post-copy live-migration in case it
reaches its completion timeout while attempting pre-copy live-migration.
Post-copy migrations allow even the busiest VMs to successfully live-migrate.
However, events like a network failure or a failure in any of the source or
destination nodes can cause the migrated VM to crash or reach inconsistency.
Enable this option when evicting nodes is more important than keeping VMs alive.
Defaults to false.`,
        }),
      ),
    },
    {
      description: `Live migration limits and timeouts are applied so that migration processes do not
overwhelm the cluster.`,
    },
  ),
  default: {},
  review: (config, context) => [
    ...reviewNetworkName(`${at}.network`, config.network ?? '', context),
    ...(['parallelMigrationsPerCluster', 'parallelOutboundMigrationsPerNode'] as const)
      .filter((leaf) => config[leaf] === 0)
      .map((leaf) =>
        oddValue(
          `${at}.${leaf}`,
          0,
          'lets no machine migrate, also not in a drain or an update',
          'write 1 or more',
        ),
      ),
    ...(['completionTimeoutPerGiB', 'progressTimeout'] as const).flatMap((leaf) =>
      isNegative(config[leaf])
        ? [oddValue(`${at}.${leaf}`, config[leaf] ?? 0, 'is less than no time', 'write a number of seconds')]
        : [],
    ),
  ],
  lands: ({ copy }) => [copy(kubevirt, 'spec.configuration.migrations')],
  examples: [
    {
      title: 'a network of its own',
      spec: { liveMigrationConfig: { network: 'migration-network' } },
      lands: {
        'KubeVirt.spec.configuration.migrations.network': 'migration-network',
        'KubeVirt.spec.configuration.migrations.completionTimeoutPerGiB': 800,
      },
    },
    {
      title: 'amounts are written the canonical way',
      spec: { liveMigrationConfig: { bandwidthPerMigration: '2048Mi' } },
      lands: { 'KubeVirt.spec.configuration.migrations.bandwidthPerMigration': '2Gi' },
    },
  ],
});
