/** An architecture that an image is built for, and what is taken for it. */
export interface ImagePlatform {
  /** As images name it. */
  readonly architecture: 'amd64' | 'arm64' | 'ppc64le' | 's390x';
  /** As Debian names it. */
  readonly debian: 'amd64' | 'arm64' | 'ppc64el' | 's390x';
  /** As ELF numbers it. */
  readonly machine: number;
  /** Debian's folder of its libraries. */
  readonly triplet: string;
  /** The packages of Debian of which files are taken. */
  readonly packages: readonly string[];
  /** The programs for which the image is there; what they load comes with them. */
  readonly programs: readonly string[];
  /** What these read at run time besides libraries. */
  readonly data: readonly string[];
}

/** Where Node is, whoever brings it. */
export const nodeProgram = 'usr/bin/node';

const base = ['base-files', 'ca-certificates', 'gcc-14-base', 'libc6', 'libgcc-s1', 'libstdc++6'];

/** npm's packages of Node stop at 20.11 for these; Debian's Node is linked to libraries, and reads parts of itself from files. */
const withNodeOfDebian = [
  ...base,
  'libbrotli1',
  'libcares2',
  'libicu76',
  'libnghttp2-14',
  'libnode115',
  'libssl3t64',
  'libuv1t64',
  'libzstd1',
  'node-acorn',
  'node-cjs-module-lexer',
  'node-minimatch',
  'node-undici',
  'nodejs',
  'zlib1g',
];

const partsOfDebiansNode = [
  'acorn/dist/acorn.js',
  'acorn-walk/dist/walk.js',
  'cjs-module-lexer/dist/lexer.js',
  'cjs-module-lexer/lexer.js',
  'minimatch/dist/cjs/index.bundle.js',
  'undici/undici-fetch.js',
].map((path) => `usr/share/nodejs/${path}`);

const programs = [nodeProgram];

/** Those of the operator's image. */
export const imagePlatforms: readonly ImagePlatform[] = [
  {
    architecture: 'amd64',
    debian: 'amd64',
    machine: 62,
    triplet: 'x86_64-linux-gnu',
    packages: base,
    programs,
    data: [],
  },
  {
    architecture: 'arm64',
    debian: 'arm64',
    machine: 183,
    triplet: 'aarch64-linux-gnu',
    packages: base,
    programs,
    data: [],
  },
  {
    architecture: 'ppc64le',
    debian: 'ppc64el',
    machine: 21,
    triplet: 'powerpc64le-linux-gnu',
    packages: withNodeOfDebian,
    programs,
    data: partsOfDebiansNode,
  },
  {
    architecture: 's390x',
    debian: 's390x',
    machine: 22,
    triplet: 's390x-linux-gnu',
    packages: withNodeOfDebian,
    programs,
    data: partsOfDebiansNode,
  },
];
