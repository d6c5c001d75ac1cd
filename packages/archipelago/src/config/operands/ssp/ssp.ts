import type { SSP } from '../../../api/operands/ssp.gen.ts';
import type { DerivedInputs } from '../../../cluster-facts/inputs.ts';
import { operand } from '../../framework/operand.ts';

/** Templates, golden images and their validator; only where OpenShift's templates exist. */
export const ssp = operand<SSP>({
  group: 'ssp.kubevirt.io',
  version: 'v1beta3',
  kind: 'SSP',
  plural: 'ssps',
  namespaced: true,
  component: 'schedule',
  name: (hyperConverged) => `ssp-${hyperConverged}`,
  fits: ({ platform }) => platform === 'openshift',
  reportsConditions: true,
  patchAnnotation: 'ssp.kubevirt.io/jsonpatch',
  baseline: ({ opinion, fact }) => [
    opinion('spec.templateValidator.replicas', 2, 'the validator survives the loss of a node'),
    opinion('spec.tokenGenerationService', {}, 'SSP expects the member, even when the service is off'),
    fact(
      'spec.cluster.controlPlaneArchitectures',
      'architectures of the control-plane nodes',
      ({ facts }: DerivedInputs) => known(facts.controlPlaneArchitectures),
    ),
    fact(
      'spec.cluster.workloadArchitectures',
      'architectures of the workload nodes',
      ({ facts }: DerivedInputs) => known(facts.workloadArchitectures),
    ),
  ],
});

function known(architectures: readonly string[]): readonly string[] | undefined {
  return architectures.length === 0 ? undefined : architectures;
}
