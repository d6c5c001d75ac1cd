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

/** Limits of live migrations. */
export const liveMigrationConfig = setting({
  path: 'liveMigrationConfig',
  summary: 'How many machines migrate at a time, over which network, and when a migration is given up.',
  schema: Type.Object({
    parallelMigrationsPerCluster: count(5, 'Migrations that run at a time in the cluster.'),
    parallelOutboundMigrationsPerNode: count(2, 'Migrations that leave one node at a time.'),
    bandwidthPerMigration: Type.Optional(
      Type.String({
        pattern: quantityPattern,
        description: 'Bytes per second of one migration, e.g. 2048Mi; unlimited when left out.',
      }),
    ),
    completionTimeoutPerGiB: seconds(
      800,
      'Seconds per GiB of memory and migrated disk before a migration is given up.',
    ),
    progressTimeout: seconds(150, 'Seconds without progress before a migration is given up.'),
    network: Type.Optional(
      Type.String({ description: 'NetworkAttachmentDefinition of a network that only migrations use.' }),
    ),
    allowAutoConverge: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Slow the guest down, if that is what it takes to finish.',
      }),
    ),
    allowPostCopy: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Switch to post-copy at the time limit; a failing network then crashes the guest.',
      }),
    ),
  }),
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
