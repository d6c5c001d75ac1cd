import type { Argument, Command, Option } from 'commander';
import { inheritedFlags } from '../../flags/inherited-flags.ts';
import { type CompletionSource, sourceOfArgument, sourceOfOption } from './completion-source.ts';

/** A word that can stand where the cursor is. */
export interface Offer {
  readonly word: string;
  /** One line about it. */
  readonly text?: string;
}

/** What can stand at the end of a line. */
export interface Completion {
  readonly offers: readonly Offer[];
  /** Where more words come from. */
  readonly source?: CompletionSource | undefined;
  /** What a word of the source is put behind: `--only=`, or the start of a list. */
  readonly prefix: string;
  /** Values of flags on the line, by the attribute that the command reads. */
  readonly given: Readonly<Record<string, string>>;
}

/** What can stand in place of the last of `words`, which are those after the program's name; commands and flags are as declared. */
export function completeLine(program: Command, words: readonly string[]): Completion {
  const current = words.at(-1) ?? '';
  const place = placeAfter(program, words.slice(0, -1));
  const { given } = place;
  if (place.awaiting !== undefined) return { ...valuesOf(place.awaiting, current, ''), given };
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const option = flag === undefined || place.isPlain ? undefined : optionNamed(place.chain, flag);
  if (option !== undefined) return { ...valuesOf(option, value ?? '', `${flag}=`), given };
  const starts = ({ word }: Offer) => word.startsWith(current);
  if (current.startsWith('-') && !place.isPlain)
    return { offers: flagsOf(place.chain).filter(starts), prefix: '', given };
  const { offers, source } = wordsAt(place);
  return { offers: offers.filter(starts), source, prefix: '', given };
}

/** Where the cursor is. */
interface Place {
  /** The command and those it belongs to, innermost first. */
  chain: readonly Command[];
  arguments: number;
  /** The flag whose value comes next. */
  awaiting: Option | undefined;
  /** After `--`: nothing is a flag. */
  isPlain: boolean;
  given: Record<string, string>;
}

function placeAfter(program: Command, words: readonly string[]): Place {
  const place: Place = { chain: [program], arguments: 0, awaiting: undefined, isPlain: false, given: {} };
  for (const word of words) step(place, word);
  return place;
}

function step(place: Place, word: string): void {
  if (place.awaiting !== undefined) {
    place.given[place.awaiting.attributeName()] = word;
    place.awaiting = undefined;
  } else if (word === '--') place.isPlain = true;
  else if (word.startsWith('-') && !place.isPlain) stepFlag(place, word);
  else stepWord(place, word);
}

function stepFlag(place: Place, word: string): void {
  const [name = '', ...value] = word.split('=');
  const option = optionNamed(place.chain, name);
  if (option === undefined || !takesValue(option)) return;
  if (value.length === 0) place.awaiting = option;
  else place.given[option.attributeName()] = value.join('=');
}

function stepWord(place: Place, word: string): void {
  const [command] = place.chain;
  const next =
    place.arguments > 0
      ? undefined
      : command?.commands.find((each) => each.name() === word || each.aliases().includes(word));
  if (next === undefined) place.arguments += 1;
  else place.chain = [next, ...place.chain];
}

// commander takes the flags of a command wherever they stand, after its sub-commands, too
function optionNamed(chain: readonly Command[], name: string): Option | undefined {
  return chain
    .flatMap(({ options }) => options)
    .find(({ short, long, hidden }) => !hidden && (short === name || long === name));
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

/** The program's own flags are offered before any command alone; those of a command above, where they mean something. */
function flagsOf([own, ...above]: readonly Command[]): readonly Offer[] {
  if (own === undefined) return [];
  const read = inheritedFlags(own);
  const options = [
    ...own.createHelp().visibleOptions(own),
    ...above.flatMap((command) => command.options.filter((each) => read.has(each.attributeName()))),
  ];
  const seen = new Map<string, Offer>();
  for (const { long, description, hidden } of options)
    if (typeof long === 'string' && !hidden && !seen.has(long))
      seen.set(long, { word: long, text: description });
  return [...seen.values()];
}

function wordsAt(place: Place): Pick<Completion, 'offers' | 'source'> {
  const [command] = place.chain;
  const commands =
    command === undefined || place.arguments > 0 ? [] : command.createHelp().visibleCommands(command);
  const argument = argumentAt(command?.registeredArguments ?? [], place.arguments);
  return {
    offers: [
      ...commands.map((each) => ({ word: each.name(), text: each.description() })),
      ...(argument?.argChoices ?? []).map((word) => ({ word })),
    ],
    source: argument === undefined ? undefined : sourceOfArgument(argument),
  };
}

/** The last one may take all words that are left. */
function argumentAt(declared: readonly Argument[], index: number): Argument | undefined {
  const last = declared.at(-1);
  return declared[index] ?? (last?.variadic === true ? last : undefined);
}

/** A value that can be a list is completed at its last member. */
function valuesOf(option: Option, current: string, before: string): Omit<Completion, 'given'> {
  const source = sourceOfOption(option);
  const isList = source === 'codes' || source === 'topics';
  const prefix = before + (isList ? current.slice(0, current.lastIndexOf(',') + 1) : '');
  const offers = (option.argChoices ?? []).map((word) => ({ word: before + word }));
  return { offers: offers.filter(({ word }) => word.startsWith(before + current)), source, prefix };
}
