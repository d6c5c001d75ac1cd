import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

describe('bin/archipelago', () => {
  const root = mkdtempSync(join(tmpdir(), 'archipelago-bin-'));
  const source = join(root, 'packages/main.ts');
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  beforeEach(() => {
    rmSync(root, { recursive: true, force: true });
    for (const folder of ['packages', 'dist']) mkdirSync(join(root, folder), { recursive: true });
    cpSync('bin', join(root, 'bin'), { recursive: true });
    writeFileSync(source, 'export const a = 1;\n');
    writeFileSync(
      join(root, 'dist/archipelago.js'),
      '(function (exports) { exports.main = async (argv) => { console.log(argv.join("+")); return 3; }; })',
    );
    const { size, mtimeMs } = statSync(source);
    const hash = createHash('sha256').update('export const a = 1;\n').digest('hex');
    const sources = [{ path: 'packages/main.ts', size, modified: mtimeMs, hash }];
    writeFileSync(join(root, 'dist/archipelago.stamp.json'), JSON.stringify(sources));
    writeFileSync(
      join(root, 'dist/operator-command.cjs'),
      'exports.main = async (argv) => { console.log("own", argv.join("+")); return 4; };',
    );
    writeFileSync(join(root, 'dist/operator-command.stamp.json'), JSON.stringify(sources));
  });

  function start(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
    const given = args.length === 0 ? ['a', 'b'] : args;
    return spawnSync(process.execPath, [join(root, 'bin/archipelago'), ...given], { encoding: 'utf8' });
  }

  test('runs the bundle with its arguments and ends with the code it returns', () => {
    expect(start()).toMatchObject({ status: 3, stdout: 'a+b\n', stderr: '' });
  });

  test('runs when a source was touched but says the same', () => {
    utimesSync(source, new Date(), new Date(Date.now() + 60_000));
    expect(start()).toMatchObject({ status: 3 });
  });

  test('refuses when a source changed, also at the same size', () => {
    writeFileSync(source, 'export const a = 2;\n');
    utimesSync(source, new Date(), new Date(Date.now() + 60_000));
    const { status, stderr } = start();
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /older than its sources: packages\/main\.ts has changed\. Run: npm run build/,
      ),
    });
  });

  test('an operator runs its own bundle, without the other one', () => {
    rmSync(join(root, 'dist/archipelago.js'));
    expect(start('operator', 'x')).toMatchObject({ status: 4, stdout: 'own operator+x\n', stderr: '' });
    writeFileSync(source, 'export const a = 23;\n');
    expect(start('operator')).toMatchObject({ status: 2, stdout: '' });
  });

  test('refuses when a source is gone', () => {
    rmSync(source);
    expect(start()).toMatchObject({ status: 2, stdout: '' });
  });

  test('refuses when there is no bundle', () => {
    rmSync(join(root, 'dist'), { recursive: true });
    expect(start()).toMatchObject({ status: 2, stderr: expect.stringContaining('is missing') });
  });

  test('asks for no sources where there are none', () => {
    rmSync(join(root, 'packages'), { recursive: true });
    rmSync(join(root, 'dist/archipelago.stamp.json'));
    expect(start()).toMatchObject({ status: 3 });
  });
});
