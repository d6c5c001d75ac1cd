import { Option } from 'commander';

/** `--platform`, for what has to be known about a cluster that nobody asks. */
export function platformFlag(description: string): Option {
  return new Option('--platform <name>', description).choices(['kubernetes', 'openshift']);
}
