import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownerName } from './file-names.ts';
import { FolderLock } from './folder-lock.ts';
import { emptyFolder, removeFolders } from './kept-store.test-support.ts';
import { markOf } from './running-process.ts';

afterAll(removeFolders);

const fileOf = (folder: string, pid: number, place?: string) => join(folder, ownerName(pid, place));

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

test('a process of another machine or container has its folder until somebody says that it has ended', () => {
  const folder = emptyFolder();
  const file = fileOf(folder, process.pid, '0badcafe');
  writeFileSync(
    file,
    JSON.stringify({ pid: process.pid, mark: 'x', host: 'elsewhere', note: 'at https://127.0.0.1:1' }),
  );
  expect(() => FolderLock.take(folder)).toThrow(
    `${folder} is in use by process ${process.pid} of elsewhere, at https://127.0.0.1:1; use that one`,
  );
  expect(() => FolderLock.take(folder)).toThrow(`if it has ended, remove owner-0badcafe-${process.pid}.json`);
  expect(existsSync(file)).toBe(true);
  expect(existsSync(fileOf(folder, process.pid))).toBe(false);
  rmSync(file);
  FolderLock.take(folder).release();
});
