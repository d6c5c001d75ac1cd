import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'archipelago_doctor_findings';
const code = 'VD810';
const found = `${gauge}{code="${code}",severity="critical"}`;

/** Seen by the doctor, so only where the operator runs with `--doctor`. */
export const archipelagoMachineWithoutNode: Alert = {
  name: 'ArchipelagoMachineWithoutNode',
  expression: { is: 'sum', by: ['code'], of: compare(series(gauge, { code }), '>', 0) },
  for: 600,
  severity: 'warning',
  impact: 'none',
  summary: 'Virtual machines that no node can run, for none has their architecture: {value}',
  description:
    'They wait to be scheduled for ever. Add nodes, or give them the architecture of nodes that there are.',
  origin: 'ours',
  finding: code,
  runbook: {
    meaning:
      'A virtual machine asks for an architecture that no node for virtual machines has. The operator knows it where it runs with `--doctor`.',
    impact: 'The machine does not start, or does not start again once it is stopped.',
    diagnosis: [
      {
        say: 'See which machines, and which architectures there are.',
        run: `archipelago doctor --only ${code}`,
        prints: `architectures x ${code} VirtualMachine ... needs ..., and no node can run it. ...`,
      },
    ],
    mitigations: [
      {
        title: 'Give the machine another architecture',
        when: 'its disk has an image of that architecture',
        steps: [
          {
            say: 'Here for the machine `web` in the namespace `default`. One that runs keeps what it has until it is restarted. The alert ends when the operator has asked the doctor again, within minutes.',
            run: `kubectl patch virtualmachine web -n default --type=merge -p '{"spec":{"template":{"spec":{"architecture":"amd64"}}}}'`,
            prints: 'virtualmachine.kubevirt.io/web patched',
          },
        ],
      },
      {
        title: 'Add nodes of its architecture',
        steps: [{ say: 'Join a node; the machine is scheduled as soon as it is ready.' }],
      },
    ],
  },
  examples: [
    {
      does: 'fires after ten minutes',
      series: { [found]: '2x12 stale' },
      at: { 8: [], 11: [{ code }], 13: [] },
    },
    {
      does: 'leaves other findings to others',
      series: { [`${gauge}{code="VD301",severity="critical"}`]: '1x15' },
      at: { 12: [] },
    },
  ],
};
