import type { IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser';
import { type FolderRule, faceOf, folderRules, libraries, subfaces } from './import-table.ts';

/** Node modules that bring in the world; `node:crypto` is left out because hashing is pure. */
const ambientModules =
  '^(node:)?(fs|fs/promises|net|tls|dgram|dns|dns/promises|http|https|http2|child_process|cluster|' +
  'os|process|worker_threads|readline|readline/promises|timers|timers/promises|inspector|perf_hooks)$';

/** Tests and what helps them may import everything. */
export const testFiles = '\\.test(-support)?\\.ts$';

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

/** Everything of a library but its public faces. */
const insideLibraries = `^packages/(?:${libraries.join('|')})/src/(?!(?:index|${subfaces.join('|')})\\.ts$)`;

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
