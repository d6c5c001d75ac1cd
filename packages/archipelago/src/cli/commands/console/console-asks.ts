import type { Ask } from '../../../console/answer-api.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { planEdit } from './plan-edit.ts';

/** What pages of the console can ask for, by name; each with the rights of who asks. */
export function consoleAsks(options: LayeringClusterOptions, io: Io): ReadonlyMap<string, Ask> {
  return new Map([['plan', planEdit(options, io)]]);
}
