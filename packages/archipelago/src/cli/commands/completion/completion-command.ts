import { Argument, type Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { type Shell, shells } from './shells.ts';

/** Adds `completion`. */
export function addCompletionCommand(program: Command, act: Act<[Shell]>): void {
  const command = program
    .command('completion')
    .description('Print the script that lets a shell complete commands, flags and names of the cluster.')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells));
  withExamples(command, [
    { does: 'for bash, in ~/.bashrc: source <(archipelago completion bash)', run: 'completion bash' },
    { does: 'for zsh, as _archipelago in a folder of $fpath', run: 'completion zsh' },
    { does: 'for fish, as ~/.config/fish/completions/archipelago.fish', run: 'completion fish' },
    {
      does: 'for PowerShell, in $PROFILE: ... | Out-String | Invoke-Expression',
      run: 'completion powershell',
    },
  ]).action((shell) => act(shell));
}
