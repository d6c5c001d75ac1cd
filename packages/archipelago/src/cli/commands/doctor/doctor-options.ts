import type { Language } from '../../../doctor/language/language.ts';
import type { Severity } from '../../../doctor/model/check.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Format } from './formats/told.ts';

/** Which checks are meant, as commander gives it. */
export interface ChosenChecks {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly topic?: readonly string[];
}

/** Where to look. */
export interface DoctorSource extends ClusterOptions {
  /** Objects instead of a cluster. */
  readonly filename?: string;
}

/** The flags of `doctor`, as commander gives them. */
export interface DoctorOptions extends DoctorSource, ChosenChecks {
  readonly output?: Format;
  /** Only findings about objects in it. */
  readonly namespace?: string;
  readonly arch?: string;
  readonly node?: string;
  /** The least that is told. */
  readonly severity: Severity;
  /** The least that makes the command fail. */
  readonly failOn: Severity;
  readonly exitZero?: boolean;
  /** Before the installation. */
  readonly pre?: boolean;
  readonly ignoreFile?: string;
  /** `false` for `--no-ignore`. */
  readonly ignore: boolean;
  readonly showIgnored?: boolean;
  readonly language?: Language;
}
