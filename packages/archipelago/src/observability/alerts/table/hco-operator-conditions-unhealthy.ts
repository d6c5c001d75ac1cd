import type { Alert, Runbook } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'kubevirt_hco_system_health_status';

const runbook: Runbook = {
  meaning:
    'The conditions of the HyperConverged say that something is wrong: 1 (warning) where the configuration is refused or an operand makes no progress, 2 (error) where an operand is degraded or not available.',
  impact:
    'With 2, parts of virtualization do not work. With 1, everything that runs goes on, and what was asked for last is not in force.',
  diagnosis: [
    {
      say: 'See which condition says it, and why.',
      run: `kubectl get hyperconverged kubevirt-hyperconverged -n {namespace} -o jsonpath='{range .status.conditions[*]}{.type}={.status} {.reason}: {.message}{"\\n"}{end}'`,
      prints: 'ReconcileComplete=... Available=... Progressing=... Degraded=...',
    },
    {
      say: 'See what the doctor finds; it names causes before what follows from them, and a fix for each.',
      run: 'archipelago doctor',
      prints: 'health x VD002 The HyperConverged is ... fix: ...',
    },
    {
      say: 'See which operand it is, where the reason names one: its phase, and more in its own conditions.',
      run: 'kubectl get kubevirt,cdi,networkaddonsconfig -A',
      prints: '... NAME AGE PHASE ... kubevirt.kubevirt.io/ ... cdi.cdi.kubevirt.io/ ...',
    },
  ],
  mitigations: [
    {
      title: 'Remove the cause that the condition names',
      steps: [
        {
          say: 'An operand that is degraded says why; look at it and at the pods of its operator. A refused configuration is named in the condition ReconcileComplete with field, reason and fix.',
        },
        {
          say: 'See that the conditions are well; the alert ends with that.',
          run: 'kubectl wait hyperconverged kubevirt-hyperconverged -n {namespace} --for=condition=Degraded=False --timeout=60s',
          prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged condition met',
        },
      ],
    },
  ],
};

const shared = {
  name: 'HCOOperatorConditionsUnhealthy',
  for: 600,
  origin: 'upstream',
  finding: 'VD002',
  runbook,
} as const;

/** Upstream's: something does not work. */
export const hcoOperatorConditionsInError: Alert = {
  ...shared,
  expression: compare(series(gauge), '==', 2),
  severity: 'critical',
  impact: 'critical',
  summary: 'The HyperConverged has been in error for ten minutes',
  description:
    'An operand is degraded or not available: the conditions of the HyperConverged tell which, and why.',
  examples: [
    { does: 'fires after ten minutes', series: { [gauge]: '0 2x14 0x5' }, at: { 10: [], 12: [{}], 18: [] } },
    { does: 'leaves a warning to the other', series: { [gauge]: '1x20' }, at: { 15: [] } },
  ],
};

/** Upstream's: what was asked for is not in force. */
export const hcoOperatorConditionsWarn: Alert = {
  ...shared,
  expression: compare(series(gauge), '==', 1),
  severity: 'warning',
  impact: 'warning',
  summary: 'The HyperConverged has been unhealthy for ten minutes',
  description: 'What was asked for last is not in force: the conditions of the HyperConverged tell why.',
  examples: [
    { does: 'fires after ten minutes', series: { [gauge]: '0 1x14 0x5' }, at: { 10: [], 12: [{}], 18: [] } },
    { does: 'leaves an error to the other', series: { [gauge]: '2x20' }, at: { 15: [] } },
  ],
};
