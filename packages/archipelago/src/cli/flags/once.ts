import { InvalidArgumentError } from 'commander';

/** The value of a flag that is given once: of two, nobody knows which is meant. */
export function once(value: string, before: string | undefined): string {
  if (before === undefined) return value;
  throw new InvalidArgumentError(`There is ${before} already; one is read at a time.`);
}
