import { type Command, Option } from 'commander';
import { listOutputs } from '../text/list-output.ts';

/** Adds `-o`, for scripts: only the result on standard output, in this format. */
export function outputFlag(command: Command, formats: readonly string[] = ['yaml', 'json']): Command {
  return command.addOption(
    new Option(
      '-o, --output <format>',
      formats.includes('name') ? 'print names, or the result as data' : 'print the result as data',
    ).choices(formats),
  );
}

/** Adds `-o` to a command that lists something. */
export function listFlag(command: Command): Command {
  return command.addOption(
    new Option('-o, --output <format>', 'print more (wide), names, or the result as data').choices(
      listOutputs,
    ),
  );
}

/** Adds `-o` to a command that always prints a document; YAML unless told otherwise. */
export function documentFlag(command: Command, formats: readonly string[] = ['yaml', 'json']): Command {
  return command.addOption(new Option('-o, --output <format>', 'format').choices(formats).default('yaml'));
}

/** Adds `-o` to a command that always prints objects. */
export function objectsFlag(command: Command): Command {
  return documentFlag(command, ['name', 'yaml', 'json']);
}
