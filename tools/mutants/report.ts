import { readFileSync } from 'node:fs';
import type { Mutant } from './mutants-of.ts';

/** A mutant and where it stands. */
export interface Place {
  readonly file: string;
  readonly source: string;
  readonly mutant: Mutant;
  readonly functionStart: number;
}

/** What became of a folder's mutants: `mutants` there are, `judged` were drawn. */
export interface Tally {
  readonly folder: string;
  readonly mutants: number;
  readonly judged: number;
  readonly killed: number;
  readonly equivalent: number;
}

/** A mutant that changes nothing anybody can see, by its line as it stands and the edit. */
interface EquivalentMutant {
  readonly file: string;
  readonly line: string;
  readonly edit: string;
  readonly because: string;
}

const equivalents: readonly EquivalentMutant[] = JSON.parse(
  readFileSync('tools/mutants/equivalent-mutants.json', 'utf8'),
);

/** Why a mutant need not be noticed; undefined: it must. */
export function reasonWhyEquivalent(place: Place): string | undefined {
  const [line, edit] = [lineOf(place), editOf(place)];
  return equivalents.find((known) => known.file === place.file && known.line === line && known.edit === edit)
    ?.because;
}

/** `packages/a/src/b.ts:12: a < b: < → <=`. */
export function describeMutant(place: Place): string {
  const number = place.source.slice(0, place.mutant.start).split('\n').length;
  return `${place.file}:${number}: ${lineOf(place)}: ${editOf(place)}`;
}

function lineOf({ source, mutant }: Place): string {
  const begin = source.lastIndexOf('\n', mutant.start - 1) + 1;
  const end = source.indexOf('\n', mutant.start);
  return source.slice(begin, end < 0 ? undefined : end).trim();
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100);

function editOf({ source, mutant }: Place): string {
  return `${shorten(source.slice(mutant.start, mutant.end))} → ${shorten(mutant.text) || '(left out)'}`;
}

/** A Markdown table of scores: killed of those that could be. */
export function tableOf(tallies: readonly Tally[]): string {
  const rows = tallies.map(({ folder, mutants, judged, killed, equivalent }) => {
    const score = judged === equivalent ? 100 : (100 * killed) / (judged - equivalent);
    return `| ${folder} | ${mutants} | ${judged} | ${killed} | ${equivalent} | ${score.toFixed(0)} % |`;
  });
  return `${['| folder | mutants | judged | noticed | equivalent | score |', '|---|---|---|---|---|---|', ...rows].join('\n')}\n`;
}
