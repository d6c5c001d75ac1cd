import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';
import { giveRightsBack } from './give-rights-back.ts';

const gauge = 'archipelago_informer_last_activity_timestamp_seconds';
const nodes = { resource: 'nodes', selection: '' };

/** An operator that decides by what was so long ago. */
export const archipelagoWatchStale: Alert = {
  name: 'ArchipelagoWatchStale',
  expression: compare({ is: 'age', of: compare(series(gauge), '>', 0) }, '>', 900),
  for: 300,
  severity: 'warning',
  impact: 'warning',
  summary: 'The operator has heard nothing about {resource} for a quarter of an hour',
  description:
    'A watch that is well hears a bookmark every minute or so. The operator acts on what it heard last.',
  origin: 'ours',
  runbook: {
    meaning:
      'An informer of the operator has heard neither an event nor a bookmark, and listing again did not succeed: the API server does not answer, or does not let it.',
    impact: 'The operator does not see what has changed of that kind, and does what was right before.',
    diagnosis: [
      {
        say: 'See whether the operator may list and watch it: the kind that the alert names, nodes here. `no`: give it the right back.',
        run: 'kubectl auth can-i watch nodes --as=system:serviceaccount:{namespace}:archipelago-operator',
        prints: 'no',
      },
      {
        say: 'See whether the API server is well.',
        run: `kubectl get --raw '/readyz?verbose'`,
        prints: '... readyz check passed',
      },
    ],
    mitigations: [
      {
        title: 'Give the right back',
        when: 'it may not',
        steps: [giveRightsBack],
      },
      {
        title: 'Start the operator again',
        when: 'it may, and the API server is well: that is a mistake of ours, please report it',
        steps: [
          {
            say: 'Another replica leads at once.',
            run: 'kubectl rollout restart deployment/archipelago-operator -n {namespace}',
            prints: 'deployment.apps/archipelago-operator restarted',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires when nothing is heard',
      series: { [`${gauge}{resource="nodes",selection=""}`]: '60x30 1800x5' },
      at: { 16: [], 22: [nodes], 32: [] },
    },
    {
      does: 'keeps quiet about a kind that was never heard',
      series: { [`${gauge}{resource="nodes"}`]: '0x40' },
      at: { 39: [] },
    },
  ],
};
