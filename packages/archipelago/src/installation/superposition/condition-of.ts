import type { Choice, Factor } from './factor.ts';

/** Of a number of choices, those for which something holds, by their place. */
type Places = ReadonlySet<number>;

/** What can be chosen, and every way to choose. */
export interface Space {
  readonly factors: readonly Factor[];
  readonly choices: readonly Choice[];
}

/**
 * The condition, in the template language, that holds for the choices at `where` and for none of the others in `among`. Factors that
 * make no difference are not asked about. `undefined`: it always holds.
 */
export function conditionOf(where: Places, among: Places, { factors, choices }: Space): string | undefined {
  if ([...among].every((place) => where.has(place))) return undefined;
  const telling = tellingFactors(where, among, { factors, choices });
  const [asked, ...others] = telling;
  if (asked === undefined) throw new Error('two equal choices come to different objects');
  const parts = waysOf(asked, where, among, { factors: others, choices }).map(({ values, places }) => {
    const held = new Set([...where].filter((place) => places.has(place)));
    const rest = conditionOf(held, places, { factors: others, choices });
    return rest === undefined ? asked.is(values) : `and (${asked.is(values)}) (${rest})`;
  });
  const [first = 'false', ...more] = parts;
  return more.length === 0 ? first : `or ${parts.map((part) => `(${part})`).join(' ')}`;
}

/** The factors that are left when each that is not needed to tell the choices apart was left out. */
function tellingFactors(where: Places, among: Places, { factors, choices }: Space): readonly Factor[] {
  return factors.reduce((kept, factor) => {
    const without = kept.filter((each) => each !== factor);
    return areToldApart(where, among, { factors: without, choices }) ? without : kept;
  }, factors);
}

function areToldApart(where: Places, among: Places, space: Space): boolean {
  const seen = new Map<string, boolean>();
  for (const place of among) {
    const key = seenBy(place, space);
    const before = seen.get(key);
    if (before !== undefined && before !== where.has(place)) return false;
    seen.set(key, where.has(place));
  }
  return true;
}

/** A choice as far as these factors see it. */
function seenBy(place: number, { factors, choices }: Space): string {
  const choice = choices[place];
  return JSON.stringify(factors.map(({ name }) => choice?.[name]));
}

interface Way {
  readonly values: readonly string[];
  readonly places: Places;
}

/** The values of the factor under which it can hold; those that come to the same for all others are asked about together. */
function waysOf(factor: Factor, where: Places, among: Places, others: Space): readonly Way[] {
  const ways = new Map<string, Way>();
  for (const value of factor.values) {
    const places = [...among].filter((place) => others.choices[place]?.[factor.name] === value);
    if (!places.some((place) => where.has(place))) continue;
    const verdicts = places.map((place) => `${seenBy(place, others)} ${where.has(place)}`);
    const key = [...new Set(verdicts)].sort().join('\n');
    const { values = [], places: before = [] } = ways.get(key) ?? {};
    ways.set(key, { values: [...values, value], places: new Set([...before, ...places]) });
  }
  return [...ways.values()];
}
