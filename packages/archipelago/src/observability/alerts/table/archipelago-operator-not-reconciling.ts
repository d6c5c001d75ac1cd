import type { Alert, Runbook } from '../alert.ts';
import { compare, series } from '../expression.ts';
import { giveRightsBack } from './give-rights-back.ts';

const gauge = 'archipelago_reconcile_failing_since_timestamp_seconds';

const runbook: Runbook = {
  meaning:
    'For ten minutes no pass of this controller has ended well. At rest a controller does nothing, and that is well.',
  impact:
    'What is changed in the HyperConverged is not carried out, drift is not reverted, and boot images or images of nodes are not kept up to date, as the controller says. What runs goes on.',
  diagnosis: [
    {
      say: 'See why where the controller is HyperConverged: a right that is missing, an operand that refuses a value, an API server that is overloaded. Other controllers have no condition there: their log tells.',
      run: `kubectl get hyperconverged kubevirt-hyperconverged -n {namespace} -o jsonpath='{range .status.conditions[?(@.type=="ReconcileComplete")]}{.status} {.reason}: {.message}{"\\n"}{end}'`,
      prints: 'False ...: ...',
    },
    {
      say: 'Read the log of the operator, `kubectl logs -n {namespace} deployment/archipelago-operator --tail=50`. Lines that say "not done yet" name the reason, and the component the controller.',
    },
    {
      say: 'See whether the operator is there for the API server at all: `no` means that its roles or their bindings are gone.',
      run: 'kubectl auth can-i list hyperconvergeds --as=system:serviceaccount:{namespace}:archipelago-operator -A',
      prints: 'yes',
    },
  ],
  mitigations: [
    {
      title: 'Give the operator back what it needs',
      when: 'a right is missing, as after a change of roles or an upgrade without its manifests',
      steps: [giveRightsBack],
    },
    {
      title: 'Correct what is refused',
      when: 'an operand refuses a value',
      steps: [
        {
          say: 'Condition or log names operand, field and reason. Change the setting that causes the field: `archipelago explain` names it.',
        },
      ],
    },
  ],
};

/** The newest pass of a controller did not end well, nor did any before it for a while. */
export const archipelagoOperatorNotReconciling: Alert = {
  name: 'ArchipelagoOperatorNotReconciling',
  expression: compare({ is: 'age', of: series(gauge) }, '>', 600),
  for: 0,
  severity: 'critical',
  impact: 'critical',
  summary: 'The operator cannot finish its work on {controller}',
  description:
    'For ten minutes no pass has ended well. The log of the operator says why; of HyperConverged the condition ReconcileComplete does, too.',
  origin: 'ours',
  runbook,
  examples: [
    {
      does: 'fires after ten minutes without success',
      series: { [`${gauge}{controller="HyperConverged"}`]: '0x12 stale' },
      at: { 10: [], 11: [{ controller: 'HyperConverged' }], 13: [] },
    },
    {
      does: 'keeps quiet where a pass ends well in between',
      series: { [`${gauge}{controller="HyperConverged"}`]: '0x8 _ 540x9' },
      at: { 8: [], 12: [], 18: [] },
    },
  ],
};

/** The name that SSP's operator has for it, where we play its part and keep the boot sources. */
export const sspFailingToReconcile: Alert = {
  ...archipelagoOperatorNotReconciling,
  name: 'SSPFailingToReconcile',
  expression: compare({ is: 'age', of: series(gauge, { controller: 'golden-images' }) }, '>', 300),
  summary: 'Boot sources cannot be reconciled',
  description:
    'For five minutes DataImportCrons and DataSources could not be brought up to date. The log of the operator says why.',
  origin: 'ours',
  examples: [
    {
      does: 'fires after five minutes without success',
      series: { [`${gauge}{controller="golden-images"}`]: '0x8 stale' },
      at: { 5: [], 6: [{ controller: 'golden-images' }], 9: [] },
    },
    {
      does: 'leaves other controllers to others',
      series: { [`${gauge}{controller="HyperConverged"}`]: '0x8' },
      at: { 7: [] },
    },
  ],
};
