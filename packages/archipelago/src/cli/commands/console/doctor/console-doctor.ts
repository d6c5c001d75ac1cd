import type { Language } from '../../../../doctor/language/language.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import type { DoctorOptions } from '../../doctor/doctor-options.ts';

/** How the console asks the doctor: for everything, also for what files and annotations ignore: the page says by what, and why. */
export function consoleDoctor(
  { namespace: _namespace, ...source }: LayeringClusterOptions,
  language: Language,
): DoctorOptions {
  const all = { severity: 'info', failOn: 'critical', ignore: true, showIgnored: true } as const;
  return { ...source, ...all, output: 'json', language };
}
