import type { Argument, Command, Option } from 'commander';
import { declaredCommands } from './declared-commands.ts';
import { helpParts } from './help-parts.ts';

/** Every command with its arguments, flags and examples, in Markdown, from what the program itself declares. */
export function commandReference(): string {
  const program = declaredCommands();
  return [
    '# Commands',
    'Written by `npm run goldens` from what the program declares; `archipelago COMMAND --help` prints the same. Every example is a test. How to complete words in a shell: [command line](../docs/command-line.md).',
    program.commands.map((command) => `[${command.name()}](#archipelago-${command.name()})`).join(' · '),
    ...program.commands.flatMap((command) => sections(command, [program.name()])),
  ].join('\n\n');
}

function sections(command: Command, before: readonly string[]): readonly string[] {
  const names = [...before, command.name()];
  return [
    `## ${names.join(' ')}`,
    sentence(command.description()),
    `\`\`\`\n${[...names, ...command.registeredArguments.map(written), '[flags]'].join(' ')}\n\`\`\``,
    ...listed(command.registeredArguments.filter(({ description }) => description !== '').map(argumentLine)),
    ...listed(command.options.filter(({ hidden }) => !hidden).map(flagLine)),
    ...below(command),
    ...command.commands.flatMap((each) => sections(each, names)),
  ];
}

function written(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentLine(argument: Argument): string {
  return `- \`${written(argument)}\`: ${plain(argument.description)}`;
}

function flagLine({ flags, description, argChoices, defaultValue }: Option): string {
  const choices =
    argChoices === undefined ? '' : `; one of ${argChoices.map((each) => `\`${each}\``).join(', ')}`;
  const isTold = defaultValue !== undefined && defaultValue !== false && String(defaultValue) !== '';
  const fallback = isTold ? ` (default: \`${String(defaultValue)}\`)` : '';
  return `- \`${flags}\`: ${plain(description)}${choices}${fallback}`;
}

function listed(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join('\n')];
}

/** What stands below the flags. */
function below(command: Command): readonly string[] {
  const { notes, exitCodes, examples, page } = helpParts(command);
  const block = (text: string, language = '') => `\`\`\`${language}\n${text}\n\`\`\``;
  return [
    ...(notes === '' ? [] : [plain(notes)]),
    ...(exitCodes === '' ? [] : [`It ends with\n\n${block(exitCodes)}`]),
    ...(examples === '' ? [] : [block(examples, 'sh')]),
    ...(page === '' ? [] : [`More: [${page.replace(/#.*/, '')}](../${page})`]),
  ];
}

function sentence(text: string): string {
  return plain(text).replace(/[^.]$/, '$&.');
}

/** Angle brackets would be elements. */
function plain(text: string): string {
  return text.replaceAll('<', '\\<');
}
