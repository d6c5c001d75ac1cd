import { Command, type ErrorOptions } from 'commander';
import { similar } from './text/similar.ts';

/** What others call it, or people try first. */
const otherWords: Readonly<Record<string, string>> = {
  apply: 'plan',
  check: 'doctor',
  describe: 'status',
  diff: 'plan',
  get: 'status',
  install: 'manifests',
  lint: 'validate',
  logs: 'layering logs',
  migrate: 'adopt',
  'must-gather': 'gather',
  start: 'up',
  template: 'render',
  test: 'doctor',
};

/** A command that tells a mistake of use in the words of its help, with what was meant, and names that help. */
export class ToldCommand extends Command {
  override createCommand(name?: string): Command {
    return new ToldCommand(name);
  }

  override error(message: string, options?: ErrorOptions): never {
    this.showHelpAfterError(`(see ${pathOf(this)} --help)`);
    const { says, meant } = told(this, message, options?.code ?? '');
    return super.error(meant === undefined ? says : `${says}\n(Did you mean ${meant}?)`, options);
  }
}

interface Told {
  readonly says: string;
  readonly meant?: string | undefined;
}

/** Tells a mistake by the code that commander gives it; what commander tells well enough stays as it is. */
function told(command: Command, message: string, code: string): Told {
  if (code === 'commander.excessArguments') return tooMany(command);
  if (code === 'commander.missingMandatoryOptionValue') return { says: message, meant: fileFlag(command) };
  if (code === 'commander.invalidArgument') return notAllowed(message);
  // commander has found what was meant where there is a second line
  if (message.includes('\n')) return { says: message };
  if (code === 'commander.unknownCommand') return { says: message, meant: otherWords[command.args[0] ?? ''] };
  if (code === 'commander.unknownOption') return { says: message, meant: meantFlag(command, message) };
  return { says: message };
}

function tooMany(command: Command): Told {
  const taken = command.registeredArguments.length;
  const [first = ''] = command.args.slice(taken);
  const takes = ['no argument', 'one argument'][taken] ?? `${taken} arguments`;
  const says = `error: '${first}' is too much: ${pathOf(command)} takes ${takes}`;
  const [below] = similar(
    first,
    command.commands.map((each) => each.name()),
  );
  return { says, meant: below ?? fileFlag(command) };
}

/** The file that was named without its flag. */
function fileFlag({ args, options }: Command): string | undefined {
  const [file] = args;
  const takesFile = options.some(({ long }) => long === '--filename');
  return takesFile && file !== undefined && /[./]/.test(file) ? `-f ${file}` : undefined;
}

function notAllowed(message: string): Told {
  const [, value = '', choices = ''] =
    /'([^']*)' is invalid.* Allowed choices are (.+)\.$/s.exec(message) ?? [];
  const says = message.replace(
    /command-argument value ('[^']*') is invalid for argument '[^']*'/,
    '$1 is invalid',
  );
  return { says, meant: similar(value, choices.split(', ')).find((each) => each[0] === value[0]) };
}

/** A flag that begins so, or that a command takes which stands behind it. */
function meantFlag(command: Command, message: string): string | undefined {
  const flag = /'(-[^']*)'/.exec(message)?.[1] ?? '';
  const begun = command.options.find(({ long }) => flag.length > 3 && long?.startsWith(flag));
  if (begun !== undefined) return begun.long;
  const behind = command.commands.find((each) => command.args.includes(each.name()));
  const takes = behind?.options.some(({ short, long }) => short === flag || long === flag);
  return behind !== undefined && takes ? `${pathOf(behind)} ${flag}` : undefined;
}

/** The words by which a command is called. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
