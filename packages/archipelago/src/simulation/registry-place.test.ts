import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepRegistryPlace, readRegistryPlace, registryFile } from './registry-place.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-registry-place-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a place is kept for its owner only, and nothing of what a killed process had begun to write', () => {
  const folder = folderWith({ [`${registryFile}.123.tmp`]: '{"password":"x', 'notes.tmp': '' });
  const place = { port: 5000, password: 'secret' };
  keepRegistryPlace(folder, place);
  expect(readRegistryPlace(folder)).toEqual(place);
  expect(readdirSync(folder).sort()).toEqual(['notes.tmp', registryFile]);
  expect(statSync(join(folder, registryFile)).mode & 0o777).toBe(0o600);
});

test.each([
  ['no file', {}],
  ['half a file', { [registryFile]: '{"port":' }],
  ['no password', { [registryFile]: '{"port":5000}' }],
])('%s: any free port, and a new password each time', (_, files) => {
  const folder = folderWith(files);
  const [one, other] = [readRegistryPlace(folder), readRegistryPlace(folder)];
  expect([one.port, other.port]).toEqual([0, 0]);
  expect(one.password).toMatch(/^[0-9a-f]{32}$/);
  expect(one.password).not.toBe(other.password);
});
