import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FolderLock } from './folder-lock.ts';
import { emptyFolder, removeFolders } from './kept-store.test-support.ts';
import { markOf } from './running-process.ts';

afterAll(removeFolders);

const fileOf = (folder: string, pid: number) => join(folder, `owner-${pid}.json`);

test('a process that lives has its folder: the next one is told which, and where it is', async () => {
  const folder = emptyFolder();
  const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
  const pid = child.pid ?? 0;
  const owner = { pid, mark: markOf(pid), note: 'at https://127.0.0.1:6443' };
  writeFileSync(fileOf(folder, pid), JSON.stringify(owner));
  expect(() => FolderLock.take(folder)).toThrow(
    `${folder} is in use by process ${pid}, at https://127.0.0.1:6443; use that one`,
  );
  expect(existsSync(fileOf(folder, process.pid))).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  FolderLock.take(folder).release();
  expect(existsSync(fileOf(folder, pid))).toBe(false);
});

test('a file of a process that has ended, or whose id another one has now, is in nobody’s way', () => {
  const folder = emptyFolder();
  const ended = spawnSync('true').pid;
  writeFileSync(fileOf(folder, ended), JSON.stringify({ pid: ended, mark: 'x' }));
  writeFileSync(fileOf(folder, process.ppid), JSON.stringify({ pid: process.ppid, mark: 'another boot' }));
  writeFileSync(fileOf(folder, process.pid), JSON.stringify({ pid: process.pid, mark: 'another boot' }));
  const lock = FolderLock.take(folder);
  expect(() => FolderLock.take(folder)).toThrow('is in use by this process');
  lock.release();
  FolderLock.take(folder).release();
});
