import { describe, expect, it } from 'vitest';
import { thisMachine } from './local-machine.ts';

const run = (script: string, env: Record<string, string> = {}) =>
  thisMachine().runPlugin({ command: process.execPath, args: ['-e', script], env });

describe('credential plugins on this machine', () => {
  it('run with our environment and theirs, without input', async () => {
    const script =
      'process.stdin.resume().on("end", () => console.log(process.env.PATH !== undefined, process.env.INFO))';
    expect(await run(script, { INFO: 'told' })).toBe('true told\n');
  });

  it('tell why they failed', async () => {
    await expect(run('console.error("log in first"); process.exit(3)')).rejects.toThrow('log in first');
    const missing = thisMachine().runPlugin({ command: 'no-such-plugin', args: [], env: {} });
    await expect(missing).rejects.toThrow('spawn no-such-plugin ENOENT');
  });

  it('files that do not exist are told apart', async () => {
    await expect(thisMachine().readFile('no/such/file')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
