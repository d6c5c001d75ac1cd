import type { IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';

/** What the modules of one folder under `packages/` may import besides their own folder. */
interface FolderRule {
  /** Path under `packages/`. */
  readonly folder: string;
  /** Folders, or the public faces of libraries. */
  readonly imports: readonly string[];
  /** Modules of which only types may be imported. */
  readonly types?: readonly string[];
  /** No file, network, process, clock or randomness module of Node: the folder only computes. */
  readonly pure?: true;
}

const libraries = ['apimachinery', 'kube-client', 'kube-sandbox', 'oci-registry'];

const faceOf = (library: string): string => `${library}/src/index.ts`;
const [apimachinery, kubeClient, kubeSandbox, ociRegistry] = [
  faceOf('apimachinery'),
  faceOf('kube-client'),
  faceOf('kube-sandbox'),
  faceOf('oci-registry'),
] as const;

const library = (folder: string): string => `apimachinery/src/${folder}`;
const product = (folder: string): string => `archipelago/src/${folder}`;

const domain = ['api', 'config', 'cluster-facts', 'golden-images', 'layering'].map(product);
const effects = [kubeClient, ociRegistry, product('reconcile'), product('observability')];

/** The import table, one row per folder. A folder without a row may not exist. */
export const folderRules: readonly FolderRule[] = [
  { folder: library('api'), imports: [], pure: true },
  { folder: library('time'), imports: [] },
  { folder: library('schema'), imports: [library('api')], pure: true },
  { folder: library('patch'), imports: [library('api'), library('schema')], pure: true },
  { folder: library('selectors'), imports: [library('api'), library('schema')], pure: true },
  { folder: 'kube-client/src', imports: [apimachinery] },
  { folder: 'kube-sandbox/src', imports: [apimachinery] },
  { folder: 'oci-registry/src', imports: [apimachinery] },
  { folder: product('api'), imports: [apimachinery], pure: true },
  {
    folder: product('config'),
    imports: [apimachinery, product('api')],
    types: [product('cluster-facts/cluster-facts.ts')],
    pure: true,
  },
  { folder: product('cluster-facts'), imports: [apimachinery, product('api')] },
  {
    folder: product('golden-images'),
    imports: [
      apimachinery,
      product('api'),
      product('engine/plan'),
      product('config'),
      product('cluster-facts'),
    ],
    types: [ociRegistry],
    pure: true,
  },
  {
    folder: product('layering'),
    imports: [apimachinery, ociRegistry, product('api'), product('engine/plan'), product('cluster-facts')],
    pure: true,
  },
  { folder: product('engine/plan'), imports: [apimachinery, product('api')], pure: true },
  { folder: product('engine'), imports: [apimachinery, kubeClient, product('api')] },
  { folder: product('reconcile'), imports: [apimachinery, kubeClient, ...domain] },
  { folder: product('observability'), imports: [apimachinery, product('api')], pure: true },
  { folder: product('operator'), imports: [apimachinery, product('engine'), ...domain, ...effects] },
  {
    folder: product('simulation'),
    imports: [apimachinery, kubeClient, kubeSandbox, ociRegistry, product('api')],
  },
  {
    folder: product('cli'),
    imports: [
      apimachinery,
      kubeSandbox,
      ...domain,
      ...effects,
      product('engine'),
      product('operator'),
      product('simulation'),
    ],
  },
];

/** Node modules that bring in the world; `node:crypto` is left out because hashing is pure. */
const ambientModules =
  '^(node:)?(fs|fs/promises|net|tls|dgram|dns|dns/promises|http|https|http2|child_process|cluster|' +
  'os|process|worker_threads|readline|readline/promises|timers|timers/promises|inspector|perf_hooks)$';

const testFiles = '\\.test(-support)?\\.ts$';

function tableRule(rule: FolderRule): IForbiddenRuleType {
  const allowed = [rule.folder, ...rule.imports, ...(rule.types ?? [])];
  const inner = folderRules
    .map((other) => other.folder)
    .filter((other) => other.startsWith(`${rule.folder}/`));
  return {
    name: `table:${rule.folder}`,
    comment: `packages/${rule.folder} may import ${[...rule.imports, ...(rule.types ?? [])].join(', ') || 'nothing else'}`,
    severity: 'error',
    from: {
      path: `^packages/${rule.folder}/`,
      pathNot: [testFiles, ...inner.map((folder) => `^packages/${folder}/`)],
    },
    to: {
      path: '^packages/[^/]+/src/',
      pathNot: allowed.map((path) => `^packages/${path}${path.endsWith('.ts') ? '$' : '/'}`),
    },
  };
}

function typesOnlyRule(rule: FolderRule): IForbiddenRuleType {
  return {
    name: `types-only:${rule.folder}`,
    comment: `packages/${rule.folder} may import only types from ${rule.types?.join(', ')}`,
    severity: 'error',
    from: { path: `^packages/${rule.folder}/`, pathNot: [testFiles] },
    to: {
      path: (rule.types ?? []).map((path) => `^packages/${path}`),
      dependencyTypesNot: ['type-only'],
    },
  };
}

function pureRule(rule: FolderRule): IForbiddenRuleType {
  return {
    name: `pure:${rule.folder}`,
    comment: `packages/${rule.folder} computes; files, network, processes and time are passed in`,
    severity: 'error',
    from: { path: `^packages/${rule.folder}/`, pathNot: [testFiles] },
    to: { path: ambientModules },
  };
}

/** Everything of a library but its public face. */
const insideLibraries = `^packages/(?:${libraries.join('|')})/src/(?!index\\.ts$)`;

const rulesForEveryone: readonly IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    comment: 'an import cycle, type imports included, makes two modules one',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'the import leads nowhere',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-tests-in-product',
    comment: 'the product does not import tests, benchmarks or tools',
    severity: 'error',
    from: { path: '^packages/', pathNot: [testFiles] },
    to: { path: [testFiles, '^(test|bench|tools)/'] },
  },
  {
    name: 'by-its-face',
    comment: 'a library is imported by its name; only its own tests look inside',
    severity: 'error',
    from: { path: '^(?:packages|test/unit)/([^/]+)/' },
    to: { path: insideLibraries, pathNot: '^packages/$1/' },
  },
  {
    name: 'by-its-face-elsewhere',
    comment: 'a library is imported by its name; only its own tests look inside',
    severity: 'error',
    from: { pathNot: '^(?:packages|test/unit)/[^/]+/' },
    to: { path: insideLibraries },
  },
  {
    name: 'libraries-know-no-product',
    comment: 'a library, its tests included, works without the product',
    severity: 'error',
    from: { path: `^packages/(?:${libraries.join('|')})/` },
    to: { path: '^packages/archipelago/', reachable: true },
  },
  {
    name: 'no-development-packages',
    comment: 'the product needs only packages listed under "dependencies"',
    severity: 'error',
    from: { path: '^packages/', pathNot: [testFiles] },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
  },
];

/** The rules in dependency-cruiser's form. */
export function importRules(): IFlattenedRuleSet {
  return {
    forbidden: [
      ...rulesForEveryone,
      ...folderRules.map(tableRule),
      ...folderRules.filter((rule) => rule.types !== undefined).map(typesOnlyRule),
      ...folderRules.filter((rule) => rule.pure === true).map(pureRule),
    ],
  };
}

/** Whether a file of a package lies in a folder that the table knows, or is a library's face. */
export function hasFolderRule(file: string): boolean {
  if (!file.startsWith('packages/')) return true;
  const known = [...libraries.map(faceOf), ...folderRules.map(({ folder }) => `${folder}/`)];
  return known.some((path) => file.startsWith(`packages/${path}`));
}
