import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { thirdPartyLicences } from '../../tools/third-party-licences.ts';

const shipped = readFileSync('dist/THIRD_PARTY_LICENSES', 'utf8');

/** As the source maps tell it, which the build does not read. */
const bundled = [
  ...new Set(
    readdirSync('dist')
      .filter((file) => file.endsWith('.map'))
      .flatMap((file): readonly string[] => JSON.parse(readFileSync(join('dist', file), 'utf8')).sources)
      .flatMap(
        (source) => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0] ?? [],
      ),
  ),
].sort();

function lines(text: string): string {
  return text.replace(/\r\n/g, '\n').trim();
}

describe('the notices beside the bundles', () => {
  test('are about packages at all, and about those inside packages', () => {
    expect(bundled).toEqual(expect.arrayContaining(['node_modules/pino', 'node_modules/@peculiar/x509']));
    expect(bundled).toContain('node_modules/tsyringe/node_modules/tslib');
  });

  test.each(bundled)('have version, licence and texts of %s', (folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(shipped).toContain(`\n${name} ${version} (${license})\n`);
    const texts = readdirSync(folder).filter((file) => /^(licen|copying|copyright|notice)/i.test(file));
    for (const text of texts) expect(shipped).toContain(lines(readFileSync(join(folder, text), 'utf8')));
  });

  test('are about nothing else', () => {
    expect(shipped.match(/^-{80}$/gm)).toHaveLength(bundled.length);
  });

  test('refuse a package without a licence text, and take one from wherever it lies', () => {
    const root = mkdtempSync(join(tmpdir(), 'archipelago-licences-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    const folder = join(root, 'node_modules', 'outer', 'node_modules', '@scope', 'inner');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name":"@scope/inner","version":"1.2.3","license":"ISC"}');
    writeFileSync(join(folder, 'NOTICE'), 'who made it');
    const modules = [
      join(folder, 'lib', 'inner.js'),
      join(folder, 'other.js'),
      'packages/apimachinery/src/api/json-value.ts',
    ];
    expect(() => thirdPartyLicences(modules)).toThrow(`${folder} has no licence text`);
    writeFileSync(join(folder, 'LICENCE.md'), 'what is allowed\r\n');
    const [, ...notices] = thirdPartyLicences(modules).split(/^-{80}$/m);
    expect(notices).toEqual(['\n\n@scope/inner 1.2.3 (ISC)\n\nwhat is allowed\n\nwho made it\n']);
  });
});
