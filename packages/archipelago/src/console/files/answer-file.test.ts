import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerFile } from './answer-file.ts';
import { loadSite, type Site } from './load-site.ts';

describe('files of the console', () => {
  let folder: string;
  let site: Site;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archipelago-console-files-'));
    const root = join(folder, 'site');
    await mkdir(join(root, 'assets'), { recursive: true });
    await writeFile(join(root, 'index.html'), 'the page');
    await writeFile(join(root, 'assets/index-BqF1x2y3.js'), 'the script');
    await writeFile(join(root, 'assets/index-BqF1x2y3.js.br'), 'script, br');
    await writeFile(join(root, 'assets/index-BqF1x2y3.js.gz'), 'script, gzip');
    await writeFile(join(root, 'note.secret'), 'of no type that is served');
    await writeFile(join(folder, 'outside.txt'), 'a secret');
    await symlink(join(folder, 'outside.txt'), join(root, 'link.txt'));
    site = await loadSite(root);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const ask = (path: string, acceptEncoding?: string, ifNoneMatch?: string) => {
    const { status, headers, bytes } = answerFile(site, { path, acceptEncoding, ifNoneMatch });
    return { status, headers, text: bytes.toString() };
  };

  const script = '/assets/index-BqF1x2y3.js';

  it.each<[string, string | undefined, string]>([
    [script, undefined, 'the script'],
    [script, 'gzip, deflate, br', 'script, br'],
    [script, 'gzip;q=0.5', 'script, gzip'],
    [script, 'br;q=0, gzip;q=0.0', 'the script'],
    ['/', 'br', 'the page'],
    ['/index.html', undefined, 'the page'],
    ['/images/fedora/arm64', undefined, 'the page'],
  ])('%s with %s', (path, accepted, text) => {
    expect(ask(path, accepted)).toMatchObject({ status: 200, text });
  });

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/assets/../../outside.txt',
    '/..\\outside.txt',
    '/link.txt',
    '/note.secret',
    '/assets/index-BqF1x2y3.js.br',
    '/assets/gone-00000000.js',
  ])('%s is not there', (path) => {
    expect(ask(path)).toMatchObject({ status: 404, text: 'There is no such file.\n' });
  });

  it('says which may be kept for ever, and that the page is to be asked for again', () => {
    expect(ask(script).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { headers } = ask('/');
    expect(headers['cache-control']).toBe('no-cache');
    expect(ask('/', undefined, headers.etag)).toMatchObject({ status: 304, text: '' });
  });

  it('says where the build has none', async () => {
    site = await loadSite(join(folder, 'nowhere'));
    expect(ask('/')).toMatchObject({
      status: 404,
      text: 'The pages of the console are not part of this build.\n',
    });
  });
});
