import type { IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';

/** What the modules of one folder under `src/` may import besides their own folder. */
interface FolderRule {
  readonly folder: string;
  readonly imports: readonly string[];
  /** Modules of which only types may be imported (paths under `src/`). */
  readonly types?: readonly string[];
  /** No file, network, process, clock or randomness module of Node: the folder only computes. */
  readonly pure?: true;
}

const domain = [
  'api',
  'schema',
  'patch',
  'selectors',
  'config',
  'cluster-facts',
  'golden-images',
  'layering',
];
const effects = ['time', 'registry', 'kubernetes', 'reconcile', 'observability'];

/** The import table, one row per folder. A folder without a row may not exist. */
export const folderRules: readonly FolderRule[] = [
  { folder: 'api', imports: [], pure: true },
  { folder: 'time', imports: [] },
  { folder: 'schema', imports: ['api'], pure: true },
  { folder: 'patch', imports: ['api', 'schema'], pure: true },
  { folder: 'selectors', imports: ['api', 'schema'], pure: true },
  {
    folder: 'config',
    imports: ['api', 'schema', 'patch', 'selectors'],
    types: ['cluster-facts/cluster-facts.ts'],
    pure: true,
  },
  { folder: 'cluster-facts', imports: ['api', 'selectors'] },
  {
    folder: 'golden-images',
    imports: ['api', 'selectors', 'config', 'cluster-facts'],
    types: ['registry/'],
    pure: true,
  },
  {
    folder: 'layering',
    imports: ['api', 'selectors', 'cluster-facts', 'registry/manifests'],
    pure: true,
  },
  { folder: 'registry', imports: ['api', 'time'] },
  {
    folder: 'reconcile',
    imports: ['api', 'schema', 'config', 'golden-images', 'layering', 'cluster-facts', 'time', 'kubernetes'],
  },
  { folder: 'observability', imports: ['api'], pure: true },
  { folder: 'kubernetes', imports: ['api', 'time'] },
  { folder: 'operator', imports: [...domain, ...effects] },
  {
    folder: 'sandbox/actors',
    imports: ['sandbox', 'api', 'schema', 'patch', 'selectors', 'time', 'kubernetes', 'registry'],
  },
  { folder: 'sandbox', imports: ['api', 'schema', 'patch', 'selectors'] },
  { folder: 'cli', imports: [...domain, ...effects, 'operator', 'sandbox'] },
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
    comment: `src/${rule.folder} may import ${[...rule.imports, ...(rule.types ?? [])].join(', ') || 'nothing else'}`,
    severity: 'error',
    from: {
      path: `^src/${rule.folder}/`,
      pathNot: [testFiles, ...inner.map((folder) => `^src/${folder}/`)],
    },
    to: { path: '^src/', pathNot: allowed.map((path) => `^src/${path}${/[/.]/.test(path) ? '' : '/'}`) },
  };
}

function typesOnlyRule(rule: FolderRule): IForbiddenRuleType {
  return {
    name: `types-only:${rule.folder}`,
    comment: `src/${rule.folder} may import only types from ${rule.types?.join(', ')}`,
    severity: 'error',
    from: { path: `^src/${rule.folder}/`, pathNot: [testFiles] },
    to: {
      path: (rule.types ?? []).map((path) => `^src/${path}`),
      dependencyTypesNot: ['type-only'],
    },
  };
}

function pureRule(rule: FolderRule): IForbiddenRuleType {
  return {
    name: `pure:${rule.folder}`,
    comment: `src/${rule.folder} computes; files, network, processes and time are passed in`,
    severity: 'error',
    from: { path: `^src/${rule.folder}/`, pathNot: [testFiles] },
    to: { path: ambientModules },
  };
}

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
    from: { path: '^src/', pathNot: [testFiles] },
    to: { path: [testFiles, '^(test|bench|tools)/'] },
  },
  {
    name: 'no-development-packages',
    comment: 'the product needs only packages listed under "dependencies"',
    severity: 'error',
    from: { path: '^src/', pathNot: [testFiles] },
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

/** Whether a file of the product lies in a folder that the table knows. */
export function hasFolderRule(file: string): boolean {
  return !file.startsWith('src/') || folderRules.some((rule) => file.startsWith(`src/${rule.folder}/`));
}
