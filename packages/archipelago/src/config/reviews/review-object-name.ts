import { subdomainProblems } from '@archipelago/apimachinery';
import type { FieldFinding } from '../framework/setting.ts';
import { oddValue } from './odd-value.ts';

interface Named {
  /** `storage class`. */
  readonly kind: string;
  /** Names of those that exist; undefined: not known. */
  readonly existing?: readonly string[] | undefined;
}

/** A text that names an object that cannot exist, or does not; an empty one names none. */
export function reviewObjectName(
  at: string,
  name: string,
  { kind, existing }: Named,
): readonly FieldFinding[] {
  if (name === '') return [];
  if (subdomainProblems(name).length > 0)
    return [
      oddValue(
        at,
        name,
        `is no name that a ${kind} can have: names are lowercase letters, digits, dashes and dots`,
        `write the name of a ${kind}`,
      ),
    ];
  if (existing === undefined || existing.includes(name)) return [];
  const known = existing.length === 0 ? 'it has none' : `it has ${[...existing].sort().join(', ')}`;
  return [
    oddValue(
      at,
      name,
      `is no ${kind} of this cluster: ${known}`,
      `make it, or write the name of another one`,
    ),
  ];
}
