import type { AAQ } from '../../../api/operands/aaq.gen.ts';
import { operand } from '../../framework/operand.ts';

/** Quotas that know virtual machines; exists when switched on. */
export const aaq = operand<AAQ>({
  group: 'aaq.kubevirt.io',
  version: 'v1alpha1',
  kind: 'AAQ',
  plural: 'aaqs',
  component: 'quota-management',
  name: (hyperConverged) => `aaq-${hyperConverged}`,
  reportsConditions: true,
  baseline: ({ opinion }) => [
    opinion(
      'spec.priorityClass',
      'kubevirt-cluster-critical',
      'quotas hold back pods, so their controller comes first',
    ),
    opinion('spec.imagePullPolicy', 'IfNotPresent', 'images are pinned'),
    opinion('spec.infra', {}, 'AAQ expects the member, even without placement'),
    opinion('spec.workload', {}, 'AAQ expects the member, even without placement'),
  ],
});
