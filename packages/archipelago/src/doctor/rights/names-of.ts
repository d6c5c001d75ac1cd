import { type FactKind, type FactName, factKinds } from '../facts/fact-kinds.ts';

/** Names by which alone objects of a kind are read; empty: all of them are. */
export function namesOf(fact: FactName): readonly string[] {
  const { part }: FactKind = factKinds[fact];
  return part?.names?.(() => []) ?? [];
}
