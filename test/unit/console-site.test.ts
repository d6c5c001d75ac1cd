import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadSite } from '../../packages/archipelago/src/console/files/load-site.ts';

const folder = join('dist', 'console');
const html = readFileSync(join(folder, 'index.html'), 'utf8');
const files = readdirSync(join(folder, 'assets'));
const read = (name: string) => readFileSync(join(folder, 'assets', name), 'utf8');
const code = files.filter((name) => /\.(?:js|css)$/.test(name));

/** A file of the pages, with what it loads at once: static imports, and style sheets of the first page. */
function loadedWith(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  if (!name.endsWith('.js')) return seen;
  for (const [, next = ''] of read(name).matchAll(/(?:from|import)\s*["']\.\/([\w.-]+)["']/g))
    if (files.includes(next)) loadedWith(next, seen);
  return seen;
}

const first = new Set(
  [...html.matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].flatMap(([, name = '']) => [...loadedWith(name)]),
);

/** In kilobytes, as browsers get them. */
function weight(names: Iterable<string>): number {
  return (
    [...names].reduce((sum, name) => sum + readFileSync(join(folder, 'assets', `${name}.br`)).length, 0) /
    1_000
  );
}

describe('the pages of the console', () => {
  it('run nothing that stands in the page itself, which the content security policy stops', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('load nothing from elsewhere', () => {
    expect([...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to)).toEqual(
      expect.arrayContaining(['/icon.svg']),
    );
    expect(html).not.toMatch(/(?:src|href)="(?!\/)/);
    for (const name of code.filter((each) => each.endsWith('.css')))
      expect(read(name), name).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import|@font-face/);
  });

  it('are quick to come: 230 kB at first, 40 kB of scripts for each page after it', () => {
    expect(first.size).toBeGreaterThan(1);
    expect(weight(first)).toBeLessThan(230);
    const pages = code.filter((name) => /-page-[\w-]{8}\.js$/.test(name));
    expect(pages.length).toBe(7);
    for (const page of pages)
      expect(weight([...loadedWith(page)].filter((name) => !first.has(name))), page).toBeLessThan(40);
  });

  it('are served compressed, and for ever where their name holds a digest', async () => {
    const site = await loadSite(folder);
    for (const name of code) {
      const file = site.get(`/assets/${name}`);
      expect(file?.isFixed, name).toBe(true);
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const)
        expect(
          unpack(file?.bytes[encoding] ?? '').equals(file?.bytes.identity ?? Buffer.alloc(0)),
          name,
        ).toBe(true);
    }
    expect(site.get('/index.html')?.isFixed).toBe(false);
  });

  it('come with the notices of what is in them', () => {
    const notices = readFileSync(join(folder, 'THIRD_PARTY_LICENSES.txt'), 'utf8');
    for (const name of ['react', 'react-dom', '@patternfly/react-core', '@patternfly/react-table']) {
      const { version } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'));
      expect(notices).toContain(`\n${name} ${version} (MIT)\n`);
    }
  });
});
