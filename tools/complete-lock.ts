import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A lock file must list the optional binaries of every platform, else `npm ci` refuses it ("Missing … from lock file"). A registry
 * mirror that carries only some platforms makes `npm install` leave the others out. This adds them, without a checksum, from the
 * exact version and the platform in their names.
 *   node tools/run.mjs tools/complete-lock.ts           adds what is missing
 *   node tools/run.mjs tools/complete-lock.ts --check   fails when something is missing, or when a registry is named
 */
interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly license?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

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

/** The entry npm would write for a binary package such as `@scope/name-linux-arm64-musl`. */
function platformEntry(name: string, version: string, owner: LockedPackage): object {
  const words = name.split(/[-/]/);
  const cpu = processors.filter((processor) => words.includes(processor));
  const os = systems.filter((system) => words.includes(system));
  if (cpu.length + os.length !== 2)
    throw new Error(`${name}: cannot tell its platform from its name; add it to package-lock.json by hand`);
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    version,
    cpu,
    ...(owner.dev === true ? { dev: true } : {}),
    ...(os.includes('linux') ? { libc: [libc] } : {}),
    ...(owner.license === undefined ? {} : { license: owner.license }),
    optional: true,
    os,
  };
}

function missingEntries({ packages }: LockFile): [string, object][] {
  return Object.entries(packages).flatMap(([path, owner]) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(
        ([name]) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      )
      .map(([name, version]): [string, object] => [
        `node_modules/${name}`,
        platformEntry(name, version, owner),
      ]),
  );
}

function check(lock: LockFile): string[] {
  const missing = missingEntries(lock).map(
    ([path]) => `package-lock.json lacks ${path}; run tools/complete-lock.ts`,
  );
  const resolved = Object.entries(lock.packages).filter(([, { resolved: address }]) => address !== undefined);
  return [...missing, ...resolved.map(([path]) => `package-lock.json: ${path} names a registry`)];
}

function complete(lock: LockFile): void {
  const packages = Object.fromEntries(
    [...Object.entries(lock.packages), ...missingEntries(lock)].sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
}

if (process.argv.includes('--check')) {
  const findings = check(readLock());
  if (findings.length > 0) process.stderr.write(`${findings.join('\n')}\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
} else {
  complete(readLock());
}
