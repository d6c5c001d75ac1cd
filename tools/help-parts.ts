import type { Command } from 'commander';

/** What stands in the help of a command below its flags. */
interface HelpParts {
  /** Free text; empty: there is none. */
  readonly notes: string;
  /** How it ends; empty: that is not said. */
  readonly exitCodes: string;
  /** Command lines, each below a comment that says what it is for. */
  readonly examples: string;
  /** The page that tells more: a path in the repository. */
  readonly page: string;
}

/** The parts of what a command prints below its flags. */
export function helpParts(command: Command): HelpParts {
  let help = '';
  command
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => undefined,
    })
    .outputHelp();
  const below = help.slice(command.helpInformation().length);
  const [rest = '', page = ''] = below.split('\nMore: ');
  const [before = '', examples = ''] = rest.split('\nExamples:\n');
  const [notes = '', exitCodes = ''] = before.split(/^Exit codes:/m);
  return {
    notes: notes.trim(),
    exitCodes: exitCodes.replace(/^\n/, '').trimEnd(),
    examples: examples.replaceAll(/^ {2}/gm, '').trim(),
    page: page.trim(),
  };
}
