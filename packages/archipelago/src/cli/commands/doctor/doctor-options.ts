import type { Severity } from '../../../doctor/model/check.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';

/** The flags of `doctor`, as commander gives them. */
export interface DoctorOptions extends Omit<ClusterOptions, 'namespace'> {
  /** Objects instead of a cluster. */
  readonly filename?: string;
  readonly output?: 'wide' | 'json' | 'yaml';
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  /** The least that is told. */
  readonly severity: Severity;
  /** The least that makes the command fail. */
  readonly failOn: Severity;
  readonly exitZero?: boolean;
}
