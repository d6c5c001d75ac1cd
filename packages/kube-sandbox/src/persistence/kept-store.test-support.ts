import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MemoryStore } from '../storage/memory-store.ts';
import { newStore } from '../storage/new-store.ts';
import { ownerName } from './file-names.ts';
import { type DataFolder, openDataFolder } from './open-data-folder.ts';

/** A store in a folder, and what people were told of it. */
interface KeptStore {
  readonly store: MemoryStore;
  readonly data: DataFolder;
  readonly notices: readonly string[];
}

const folders: string[] = [];

/** An empty folder until `removeFolders`. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-kept-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Opens a folder; `mostBytes`: of a log before it is replaced. */
export function keepStore(folder: string, mostBytes?: number): KeptStore {
  const store = newStore(1000);
  const notices: string[] = [];
  const onNotice = (notice: string) => notices.push(notice);
  const data = openDataFolder({ folder, onNotice, ...(mostBytes === undefined ? {} : { mostBytes }) }, store);
  return { store, data, notices };
}

/** The folder as a kill in this moment leaves it; the process that has it goes on. */
export function asKilled(folder: string): string {
  const copy = emptyFolder();
  cpSync(folder, copy, { recursive: true });
  rmSync(join(copy, ownerName(process.pid)), { force: true });
  return copy;
}

/** Name and value of each object of `/things`. */
export function thingsIn(store: MemoryStore): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    store.list('/things', undefined).map(({ key, object }) => [key.name, object.value]),
  );
}

export const key = (name: string) => ({ resource: '/things', namespace: 'a', name });
export const thing = (value: number) => ({ kind: 'Thing', metadata: { name: 'x' }, value });
