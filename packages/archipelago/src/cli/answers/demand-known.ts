import { UsageError } from '../process/io.ts';
import { similar } from '../text/similar.ts';

/** Throws a UsageError for a name that no `kind` of those there are has. */
export function demandKnown(kind: string, names: readonly string[], known: readonly string[]): void {
  const missing = names.find((name) => !known.includes(name));
  if (missing === undefined) return;
  throw new UsageError(`there is no ${kind} ${shortName(missing)}; ${hint(missing, [...new Set(known)])}`);
}

function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'there are none';
  const near = similar(shortName(name), known);
  return near.length > 0
    ? `did you mean ${near.join(' or ')}?`
    : `there are ${known.slice(0, 10).join(', ')}`;
}

const longestName = 80;

function shortName(name: string): string {
  return name.length <= longestName ? name : `${name.slice(0, longestName)}…`;
}
