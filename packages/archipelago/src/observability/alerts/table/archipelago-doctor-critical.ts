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
      {
        say: 'See what was found, and where.',
        run: 'archipelago doctor',
        prints: '... x VD301 ... fix: ... 1 critical, ...',
      },
      {
        say: 'Read what the check means; here for VD301.',
        run: 'archipelago doctor explain VD301',
        prints: 'VD301 There is a default StorageClass (critical, certain) ... fix: ...',
      },
    ],
    mitigations: [
      {
        title: 'Do what the check says',
        steps: [
          {
            say: 'Some fixes can be done by command; here that of VD301. Without --yes it prints what it would do, and the API server says whether it would take it.',
            run: 'archipelago doctor fix VD301',
            prints: 'VD301 ... Nothing was written; add --yes to carry it out.',
          },
          {
            say: 'Do it. It keeps a file by which `archipelago doctor undo` takes it back.',
            run: 'archipelago doctor fix VD301 --yes',
            prints: 'VD301 ... undo: archipelago doctor undo ... VD301 is gone',
          },
          {
            say: 'Other fixes are commands or words that stand below the finding. The alert ends when the operator has asked the doctor again, within minutes.',
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
