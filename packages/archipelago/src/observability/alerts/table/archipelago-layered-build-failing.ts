import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'ocl_build_state';
const labels = { pool: 'worker', config: 'worker', architecture: 'arm64' };
const failed = `${gauge}{pool="worker",config="worker",architecture="arm64",state="failed"}`;
const building = `${gauge}{pool="worker",config="worker",architecture="arm64",state="building"}`;

/** A build that ends in an error again and again. */
export const archipelagoLayeredBuildFailing: Alert = {
  name: 'ArchipelagoLayeredBuildFailing',
  expression: {
    is: 'sum',
    by: ['pool', 'config', 'architecture'],
    of: compare(series(gauge, { state: '/[Ff]ailed/' }), '==', 1),
  },
  for: 600,
  severity: 'warning',
  impact: 'none',
  summary: 'The image of the MachineOSConfig {config} cannot be built for {architecture}',
  description:
    'Nodes of the pool keep the image that they have, on all architectures: an index is published only when it is whole. Look at the log of the build, and have it tried again.',
  origin: 'ours',
  finding: 'VD951',
  runbook: {
    meaning:
      'The newest build of a MachineOSConfig has failed for this architecture, and retries did not help.',
    impact: 'No new image for the pool, on any of its architectures. Nodes go on with the one they have.',
    diagnosis: [
      {
        say: 'See the state of each architecture, and the reason; the alert names the CONFIG.',
        run: 'archipelago layering status CONFIG',
        prints: 'CONFIG: ... ARCH STATE ... Failed ...',
      },
      { say: 'Read the log of the build.', run: 'archipelago layering logs CONFIG', prints: '...: ...' },
    ],
    mitigations: [
      {
        title: 'Remove the cause and have it tried again',
        steps: [
          {
            say: 'A Containerfile that is wrong is corrected in the MachineOSConfig, which begins another build by itself. After a cause from outside (a registry, a full disk) ask for it.',
            run: 'archipelago layering retry CONFIG',
            prints: '...CONFIG...',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires after ten minutes for that architecture',
      series: { [failed]: '1x13 stale', [building]: '_x13 1x5' },
      at: { 9: [], 11: [labels], 15: [] },
    },
    { does: 'keeps quiet while it is built', series: { [building]: '1x20' }, at: { 15: [] } },
  ],
};
