import { spawnSync } from 'node:child_process';

/** `npm run image` with flags, as users run it. Returns the digest that it prints. */
export function runImageTool(...flags: readonly string[]): string {
  const command = ['run', '--silent', 'image', '--', ...flags];
  const { status, stdout, stderr } = spawnSync('npm', command, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm run image ${flags.join(' ')}: ${stdout}${stderr}`);
  return /sha256:[0-9a-f]{64}/.exec(stdout)?.[0] ?? stdout;
}
