import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { main } from '../../../main.ts';

let folder: string;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const entries = {
  'registry.example': { auth: base64('all:one') },
  'registry.example/team': { auth: base64('team:two') },
  'mirror.example': { identitytoken: 'three' },
  'other.example': { auth: base64('other:canary') },
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'login-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function login(files: Readonly<Record<string, string>>, ...more: readonly string[]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const said = { out: '', err: '' };
  const argv = [
    '--authfile',
    join(folder, 'all'),
    '--images',
    join(folder, 'images'),
    '--to',
    join(folder, 'to'),
  ];
  const code = await main(['layering', 'login', ...argv, ...more], {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    read: (path) => readFile(path, 'utf8'),
    color: false,
  });
  return { code, ...said };
}

const written = () => JSON.parse(readFileSync(join(folder, 'to'), 'utf8'));

it.each([
  ['.dockerconfigjson', JSON.stringify({ auths: entries, HttpHeaders: {} })],
  ['.dockercfg', JSON.stringify(entries)],
])('writes the entries of the images that are named, and no others, from %s', async (_, all) => {
  const images =
    'registry.example/os@sha256:aa\nregistry.example/os:1\nregistry.example/team/x:1\nelsewhere.example/a\n\n';
  const { code, out } = await login({ all, images });
  expect(code).toBe(0);
  expect(written()).toEqual({
    auths: {
      'registry.example/os': { auth: base64('all:one') },
      'registry.example/team/x': { auth: base64('team:two') },
    },
  });
  expect(out).toBe('the login has an entry for registry.example/os, registry.example/team/x\n');
  expect(statSync(join(folder, 'to')).mode & 0o777).toBe(0o644);
});

it('counts the mirrors of an image, too', async () => {
  const conf =
    '[[registry]]\nlocation = "registry.example"\n[[registry.mirror]]\nlocation = "mirror.example/r"\n';
  const files = { all: JSON.stringify({ auths: entries }), images: 'registry.example/os:1\n', conf };
  expect((await login(files, '--registries-conf', join(folder, 'conf'))).code).toBe(0);
  expect(Object.keys(written().auths).sort()).toEqual(['mirror.example/r/os', 'registry.example/os']);
  expect(written().auths['mirror.example/r/os']).toMatchObject({ identitytoken: 'three' });
});

it('says that nothing fits, which is no failure, and shows no value of what it cannot read', async () => {
  const nothing = await login({ all: JSON.stringify({ auths: entries }), images: 'elsewhere.example/a:1\n' });
  expect([nothing.code, written()]).toEqual([0, { auths: {} }]);
  const wrong = await login({ all: '{"auths":{"x":{"auth":"canary"}}}', images: '' });
  expect(wrong.code).toBe(2);
  expect(wrong.err).not.toContain('canary');
  expect((await login({ all: '{}' }, '--images', join(folder, 'none'))).code).toBe(2);
});
