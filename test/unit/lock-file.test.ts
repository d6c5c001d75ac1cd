import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LockFile, lockReport, missingEntries } from '../../tools/lock-file.ts';

const integrity = `sha512-${'A'.repeat(86)}==`;
const binary = {
  version: '1.0.0',
  cpu: ['s390x'],
  os: ['linux'],
  libc: ['glibc'],
  dev: true,
  optional: true,
};
const names = ['@oxlint/binding-linux-s390x-gnu', '@oxlint/binding-linux-x64-gnu'] as const;

/** A sound lock file with these entries in the place of its own. */
function lockWith(entries: LockFile['packages']): LockFile {
  return {
    packages: {
      '': {},
      'packages/apimachinery': { version: '0.1.0' },
      'node_modules/@archipelago/apimachinery': { resolved: 'packages/apimachinery', link: true },
      'node_modules/yaml': { version: '2.9.1', integrity },
      'node_modules/oxlint': {
        version: '1.0.0',
        integrity,
        dev: true,
        license: 'MIT',
        optionalDependencies: { [names[0]]: '1.0.0', [names[1]]: '1.0.0' },
      },
      [`node_modules/${names[0]}`]: binary,
      [`node_modules/${names[1]}`]: { ...binary, cpu: ['x64'], integrity },
      ...entries,
    },
  };
}

describe('the lock file', () => {
  test('of this repository is sound, and only binaries of other platforms have no checksum', () => {
    const lock: LockFile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const { findings, withoutChecksum } = lockReport(lock);
    expect(findings).toEqual([]);
    expect(
      withoutChecksum.filter((path) => !/^node_modules\/(@biomejs\/cli|@oxlint\/binding)-/.test(path)),
    ).toEqual([]);
  });

  test('may leave out the checksum of a development binary for another platform', () => {
    expect(lockReport(lockWith({}))).toEqual({ findings: [], withoutChecksum: [`node_modules/${names[0]}`] });
  });

  test.each<[string, string, LockFile['packages'][string]]>([
    ['a package without a checksum', 'yaml', { version: '2.9.1' }],
    [
      'a checksum that is too weak',
      'yaml',
      { version: '2.9.1', integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    ],
    ['a link to what is not a package of ours', 'yaml', { resolved: '../yaml', link: true, integrity }],
    ['a checksum that is cut', 'yaml', { version: '2.9.1', integrity: integrity.slice(0, -4) }],
    ['a binary for the platform of the checks', names[1], { ...binary, cpu: ['x64'] }],
    ['the same for the other one', names[0], { ...binary, cpu: ['arm64'] }],
    ['a binary that the product needs', names[0], { ...binary, dev: false }],
    ['a binary that is not optional', names[0], { ...binary, optional: false }],
    [
      'a binary with a weak checksum',
      names[0],
      { ...binary, integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
    ],
    ['a binary of another program', 'other-linux-s390x', binary],
    ['a registry', 'yaml', { version: '2.9.1', integrity, resolved: 'somewhere' }],
  ])('may not have %s', (_, name, entry) => {
    const { findings } = lockReport(lockWith({ [`node_modules/${name}`]: entry }));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(`node_modules/${name}`);
  });

  test('has to list the binaries of every platform, which are completed from their names', () => {
    const { packages } = lockWith({});
    const { [`node_modules/${names[0]}`]: _, ...rest } = packages;
    expect(lockReport({ packages: rest }).findings).toEqual([
      `package-lock.json lacks node_modules/${names[0]}; run tools/complete-lock.ts`,
    ]);
    expect(missingEntries({ packages: rest })).toEqual([
      [`node_modules/${names[0]}`, { ...binary, license: 'MIT' }],
    ]);
  });
});
