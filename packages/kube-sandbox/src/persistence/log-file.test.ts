import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LogFile } from './log-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a log that was let go takes nothing more: its number may be another file by then', async () => {
  const first = LogFile.open(join(folder, 'first'), 0);
  first.append(Buffer.from('one\n'));
  await first.close();
  const second = LogFile.open(join(folder, 'second'), 0);
  expect(() => first.append(Buffer.from('late\n'))).toThrow('the cluster has ended');
  await expect(first.settle()).rejects.toThrow('the cluster has ended');
  await second.close();
  expect(readFileSync(join(folder, 'second'), 'utf8')).toBe('');
});

test('who waits for the disk while a log is followed by another one is answered', async () => {
  const log = LogFile.open(join(folder, 'followed'), 0);
  log.append(Buffer.from('one\n'));
  const early = log.settle();
  log.append(Buffer.from('two\n'));
  const late = log.settle();
  log.settleNow();
  await Promise.all([early, late, log.close()]);
  expect(readFileSync(join(folder, 'followed'), 'utf8')).toBe('one\ntwo\n');
});
