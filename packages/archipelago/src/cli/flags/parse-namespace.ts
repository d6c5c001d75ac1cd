import { UsageError } from '../process/io.ts';

/** Reads what `flag` says; RFC 1123: what Kubernetes takes for the name of a namespace. */
export function parseNamespace(flag: string, text: string): string {
  if (text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)) return text;
  const rule = 'must be at most 63 lower case letters, digits and -, with a letter or digit at both ends';
  throw new UsageError(`${flag} ${JSON.stringify(text)}: ${rule}`);
}
