import type { Argument, Command, Option } from 'commander';
import { helpParts } from './help-parts.ts';
import { roffBlock, roffText } from './roff-text.ts';

/** A manual page for the program and for each of its commands, by the names of their files, in man(7)'s macros. */
export function manPages(program: Command, version: string): ReadonlyMap<string, string> {
  return new Map(
    [program, ...commandsBelow(program)].map((command) => [
      `${pageName(command)}.1`,
      `${pageOf(command, version)}\n`,
    ]),
  );
}

function commandsBelow(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...commandsBelow(each)]);
}

function wordsOf(command: Command): readonly string[] {
  return [...(command.parent === null ? [] : wordsOf(command.parent)), command.name()];
}

function pageName(command: Command): string {
  return wordsOf(command).join('-');
}

function pageOf(command: Command, version: string): string {
  const { notes, exitCodes, examples, page } = helpParts(command);
  const name = pageName(command);
  return [
    `.TH ${roffText(name.toUpperCase())} 1 "" "archipelago ${version}" "User Commands"`,
    section('NAME', [`${roffText(name)} \\- ${roffText(sentence(command.description()))}`]),
    section('SYNOPSIS', [synopsis(command)]),
    section('DESCRIPTION', [roffText(command.description()), ...notesOf(notes)]),
    section(
      'ARGUMENTS',
      command.registeredArguments.filter(({ description }) => description !== '').flatMap(argument),
    ),
    section('OPTIONS', command.options.filter(({ hidden }) => !hidden).flatMap(option)),
    section('COMMANDS', command.commands.flatMap(subcommand)),
    section('EXIT STATUS', exitCodes === '' ? [] : [roffBlock(exitCodes)]),
    section('ENVIRONMENT', command.parent === null ? environment : []),
    section('EXAMPLES', examples === '' ? [] : [roffBlock(examples)]),
    section('SEE ALSO', [
      seeAlso(command),
      ...(page === '' ? [] : ['.PP', `${roffText(page)} in the repository`]),
    ]),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [`.SH ${title}`, ...lines].join('\n');
}

/** What apropos shows. */
function sentence(text: string): string {
  return text.replace(/\.(?: .*)?$/s, '');
}

function notesOf(notes: string): readonly string[] {
  return notes === '' ? [] : ['.PP', roffBlock(notes)];
}

function synopsis(command: Command): string {
  const rest = [
    ...command.registeredArguments.map(written),
    ...(command.commands.length > 0 ? ['[command]'] : []),
    '[flags]',
  ];
  return `.B ${roffText(wordsOf(command).join(' '))}\n${roffText(rest.join(' '))}`;
}

function written(each: Argument): string {
  const name = `${each.name()}${each.variadic ? '...' : ''}`;
  return each.required ? `<${name}>` : `[${name}]`;
}

function argument(each: Argument): readonly string[] {
  return [
    '.TP',
    `.B ${roffText(written(each))}`,
    roffText(`${each.description}${choicesOf(each.argChoices)}`),
  ];
}

function option({ flags, description, argChoices, defaultValue }: Option): readonly string[] {
  const isTold = typeof defaultValue === 'string' && defaultValue !== '';
  const text = `${description}${choicesOf(argChoices)}${isTold ? ` (default: ${defaultValue})` : ''}`;
  return ['.TP', `.B ${roffText(flags)}`, roffText(text)];
}

function choicesOf(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : `; one of ${choices.join(', ')}`;
}

function subcommand(each: Command): readonly string[] {
  return ['.TP', `.B ${roffText(each.name())}`, roffText(each.description())];
}

const environment = [
  ['KUBECONFIG', 'kubeconfig, where --kubeconfig names none'],
  ['NO_COLOR', 'no colours, whatever it is set to'],
].flatMap(([name = '', text = '']) => ['.TP', `.B ${roffText(name)}`, roffText(text)]);

/** The command above, and those below. */
function seeAlso(command: Command): string {
  const { parent, commands } = command;
  const others = [...(parent === null ? [] : [parent]), ...commands].map((each) => pageName(each));
  const ends = others.map(
    (name, index) => `.BR ${roffText(name)} (1)${index < others.length - 1 ? ',' : ''}`,
  );
  return ends.join('\n');
}
