import { Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { declaredCommands } from '../../tools/declared-commands.ts';
import { manPages } from '../../tools/man-pages.ts';

it('a page tells what a command is declared with, and obeys nothing of it', () => {
  const program = new Command('tool').description('A tool.');
  const command = program
    .command('look')
    .argument('<things...>', 'what to look at')
    .description('Look at things. And at \\n others.')
    .addOption(new Option('-o, --output <format>', '.format → file').choices(['a', 'b']))
    .addHelpText('after', "\n'No request\n\nExit codes:\n  0  seen\n")
    .addHelpText('after', '\nExamples:\n  # one\n  tool look x\n')
    .addHelpText('after', '\nMore: docs/doctor.md');
  expect(manPages(program, '1.2.3').get(`tool-${command.name()}.1`)).toBe(
    String.raw`.TH TOOL\-LOOK 1 "" "archipelago 1.2.3" "User Commands"
.SH NAME
tool\-look \- Look at things
.SH SYNOPSIS
.B tool look
<things...> [flags]
.SH DESCRIPTION
Look at things. And at \en others.
.PP
.nf
\&'No request
.fi
.SH ARGUMENTS
.TP
.B <things...>
what to look at
.SH OPTIONS
.TP
.B \-o, \-\-output <format>
\&.format \[u2192] file; one of a, b
.SH EXIT STATUS
.nf
  0  seen
.fi
.SH EXAMPLES
.nf
# one
tool look x
.fi
.SH SEE ALSO
.BR tool (1)
.PP
docs/doctor.md in the repository
`,
  );
});

it('each command has a page, and each page is one that another names', () => {
  const pages = manPages(declaredCommands(), '1.2.3');
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['archipelago.1', 'archipelago-layering-status.1']),
  );
  const named = [...pages.values()].flatMap((text) => [...text.matchAll(/^\.BR (\S+) \(1\)/gm)]);
  const names = named.map(([, name = '']) => `${name.replaceAll('\\', '')}.1`);
  expect([...new Set(names)].sort()).toEqual([...pages.keys()].sort());
});
