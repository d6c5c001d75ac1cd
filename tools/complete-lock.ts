import { readFileSync, writeFileSync } from 'node:fs';
import { type LockFile, lockReport, missingEntries } from './lock-file.ts';

/**
 * A lock file must list the optional binaries of every platform, else `npm ci` refuses it ("Missing … from lock file"). A registry
 * mirror that carries only some platforms makes `npm install` leave the others out. This adds them, without a checksum, from the
 * exact version and the platform in their names.
 *   node tools/run.mjs tools/complete-lock.ts           adds what is missing
 *   node tools/run.mjs tools/complete-lock.ts --check   fails when something is missing, a registry is named, or a checksum is not
 *                                                       there (the exception is told in lock-file.ts)
 */
function isLockFile(value: unknown): value is LockFile {
  return (
    typeof value === 'object' && value !== null && 'packages' in value && typeof value.packages === 'object'
  );
}

function readLock(): LockFile {
  const lock: unknown = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  if (!isLockFile(lock)) throw new Error('package-lock.json has no packages');
  return lock;
}

function check(lock: LockFile): void {
  const { findings, withoutChecksum } = lockReport(lock);
  if (findings.length > 0) process.stderr.write(`${findings.join('\n')}\n`);
  else
    process.stdout.write(
      `lock file: ${Object.keys(lock.packages).length - 1} packages, all with a checksum but ${withoutChecksum.length} binaries of ` +
        'development tools for platforms that the registry mirror does not carry\n',
    );
  process.exitCode = findings.length > 0 ? 1 : 0;
}

function complete(lock: LockFile): void {
  const packages = Object.fromEntries(
    [...Object.entries(lock.packages), ...missingEntries(lock)].sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
}

if (process.argv.includes('--check')) check(readLock());
else complete(readLock());
