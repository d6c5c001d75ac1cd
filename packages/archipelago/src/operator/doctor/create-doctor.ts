import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import type { OperatorOptions } from '../options/running-operator.ts';
import { DoctorRounds, type DoctorRoundsOptions } from './doctor-rounds.ts';

interface Creating extends Omit<DoctorRoundsOptions, 'choices' | 'about'> {
  readonly mirror: Pick<ClusterMirror, 'hyperConverged'>;
  readonly options: OperatorOptions;
}

/** Undefined: nobody asks the doctor. */
export function createDoctor({ mirror, options, ...rest }: Creating): DoctorRounds | undefined {
  const { doctor: choices } = options;
  const about = () => mirror.hyperConverged()?.object;
  return choices === undefined ? undefined : new DoctorRounds({ ...rest, choices, about });
}
