/** An entry of `package-lock.json`, as far as it is looked at. */
interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly license?: string;
  readonly resolved?: string;
  /** A package of this workspace: `resolved` is its folder. */
  readonly link?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The lock file, as npm writes it. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** What the check found, and how many entries it lets go without a checksum. */
interface LockReport {
  readonly findings: readonly string[];
  readonly withoutChecksum: readonly string[];
}

/**
 * The one exception: programs for development come as one binary package per platform, `npm ci` wants all of them listed, and a
 * registry mirror carries only those that somebody there asked for. The others are listed without a checksum. They are for
 * development only, they run nowhere but on their own platform, and npm completes the entry where it installs one. The platforms
 * that the checks run on are no exception, and nothing that the product needs is.
 */
const ownersOfBinaries: ReadonlySet<string> = new Set(['node_modules/@biomejs/biome', 'node_modules/oxlint']);
const checkedPlatforms: ReadonlySet<string> = new Set(['linux/x64/glibc', 'linux/arm64/glibc']);

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

/** The entries of binaries that the lock file has to list and does not. */
export function missingEntries({ packages }: LockFile): readonly (readonly [string, LockedPackage])[] {
  return Object.entries(packages).flatMap(([path, owner]) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(
        ([name]) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
      )
      .map(([name, version]) => [`node_modules/${name}`, platformEntry(name, version, owner)] as const),
  );
}

/** What is wrong with the lock file. */
export function lockReport(lock: LockFile): LockReport {
  const packages = Object.entries(lock.packages).filter(([path, entry]) => !isOurs(path, entry));
  const unchecked = packages.filter(([, { integrity }]) => !isChecksum(integrity));
  const excepted = unchecked.filter(([path, entry]) => mayLackChecksum(path, entry, lock));
  return {
    findings: [
      ...missingEntries(lock).map(([path]) => `package-lock.json lacks ${path}; run tools/complete-lock.ts`),
      ...packages
        .filter(([, { resolved }]) => resolved !== undefined)
        .map(([path]) => `package-lock.json: ${path} names a registry`),
      ...unchecked
        .filter((entry) => !excepted.includes(entry))
        .map(([path]) => `package-lock.json: ${path} has no integrity (a sha512 checksum)`),
    ],
    withoutChecksum: excepted.map(([path]) => path),
  };
}

/** The workspace itself, its packages, and the links to them. */
function isOurs(path: string, { link, resolved }: LockedPackage): boolean {
  const folder = link === true ? resolved : path;
  return folder === '' || /^packages\/[^/]+$/.test(folder ?? '');
}

function isChecksum(integrity: string | undefined): boolean {
  return integrity !== undefined && /^sha512-[\w+/]{86}==$/.test(integrity);
}

function mayLackChecksum(path: string, entry: LockedPackage, { packages }: LockFile): boolean {
  if (entry.integrity !== undefined || entry.optional !== true || entry.dev !== true) return false;
  const { os = [], cpu = [], libc = ['-'] } = entry;
  if (checkedPlatforms.has(`${os.join()}/${cpu.join()}/${libc.join()}`)) return false;
  const name = path.replace(/^node_modules\//, '');
  return [...ownersOfBinaries].some((owner) => name in (packages[owner]?.optionalDependencies ?? {}));
}

/** The entry npm would write for a binary package such as `@scope/name-linux-arm64-musl`. */
function platformEntry(name: string, version: string, owner: LockedPackage): LockedPackage {
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
