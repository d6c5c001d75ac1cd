import { execFileSync } from 'node:child_process';

/** What a program prints; its own words on the error stream go to the user's. */
export function runTool(program: string, args: readonly string[], folder = '.'): Buffer {
  return execFileSync(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1024 ** 3,
  });
}
