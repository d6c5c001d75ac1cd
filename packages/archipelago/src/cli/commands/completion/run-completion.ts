import type { Io } from '../../process/io.ts';
import { bashScript } from './scripts/bash-script.ts';
import { fishScript } from './scripts/fish-script.ts';
import { powershellScript } from './scripts/powershell-script.ts';
import { zshScript } from './scripts/zsh-script.ts';
import type { Shell } from './shells.ts';

const scripts: Readonly<Record<Shell, string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

/** Prints the script that a shell completes with. The script knows no command: it asks the program each time. */
export async function runCompletion(shell: Shell, io: Pick<Io, 'out'>): Promise<number> {
  io.out(scripts[shell]);
  return 0;
}
