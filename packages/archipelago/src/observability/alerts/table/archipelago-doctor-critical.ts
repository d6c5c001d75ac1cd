import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'archipelago_doctor_findings';

/** What the doctor calls critical, where the operator runs with `--doctor`. */
export const archipelagoDoctorCritical: Alert = {
  name: 'ArchipelagoDoctorCritical',
  expression: { is: 'sum', by: ['code'], of: compare(series(gauge, { severity: 'critical' }), '>', 0) },
  for: 300,
  severity: 'critical',
  impact: 'warning',
  summary: 'The doctor finds {code}, which is critical',
  description:
    'Something about virtualization does not work. `archipelago doctor explain {code}` says what, and what to do.',
  origin: 'ours',
  runbook: {
    meaning:
      'A check of the doctor finds something that keeps virtual machines from working. The operator knows it where it runs with `--doctor`.',
    impact: 'What the check says; its code stands in the alert.',
    diagnosis: [
      { say: 'See what was found, and where.', run: 'archipelago doctor', prints: '...VD...' },
      {
        say: 'Read what the check means; here for VD301.',
        run: 'archipelago doctor explain VD301',
        prints: 'VD301...',
      },
    ],
    mitigations: [
      {
        title: 'Do what the check says',
        steps: [
          {
            say: 'Some fixes can be done by command. Without --yes it prints what it would do.',
            run: 'archipelago doctor fix VD301',
            prints: '...',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires after five minutes for the check',
      series: { [`${gauge}{code="VD301",severity="critical"}`]: '1x8 stale' },
      at: { 4: [], 6: [{ code: 'VD301' }], 9: [] },
    },
    {
      does: 'leaves warnings to conditions',
      series: { [`${gauge}{code="VD302",severity="warning"}`]: '1x10' },
      at: { 8: [] },
    },
  ],
};
