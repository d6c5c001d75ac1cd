import { usualClusterJobs, usualStoreLimit } from '../../operator/options/layering-choices.ts';
import { UsageError } from '../process/io.ts';

/** Reads `--layering-store-limit`. */
export function parseStoreLimit(text = usualStoreLimit): string {
  if (/^[1-9]\d{0,15}([KMGTP]i?)?$/.test(text)) return text;
  throw new UsageError(`--layering-store-limit ${text}: must be a number of bytes such as 100Gi`);
}

const mostJobs = 10_000;

/** Reads `--layering-jobs`. */
export function parseJobs(text = String(usualClusterJobs)): number {
  const jobs = Number(text);
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= mostJobs) return jobs;
  throw new UsageError(`--layering-jobs ${text}: must be a whole number from 1 to ${mostJobs}`);
}
