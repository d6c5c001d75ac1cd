import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { type Import, judgeCircles } from './folder-circles.ts';
import { hasFolderRule, importRules, testFiles } from './import-rules.ts';
import { judgeLibraries } from './ways-to-product.ts';

/** What the import check saw: how many modules, and each violation as one readable line. */
export interface ImportReport {
  readonly modules: number;
  readonly violations: readonly { readonly rule: string; readonly text: string }[];
}

/**
 * Follows all imports (type imports too) of the TypeScript files in `folders`, relative to `root`, and judges them by the table.
 * The module count is part of the answer because the cruiser reports no violation at all when it cannot parse TypeScript.
 */
export async function cruiseImports(root: string, folders: readonly string[]): Promise<ImportReport> {
  const { output } = await cruise([...folders], {
    baseDir: root,
    validate: true,
    ruleSet: importRules(),
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules/\\.cache|^packages/[^/]+/dist/' },
    enhancedResolveOptions: {
      conditionNames: ['archipelago-source', 'import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
    },
  });
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  return report(output);
}

function report(result: ICruiseResult): ImportReport {
  const files = result.modules
    .map((module) => module.source)
    .filter((file) => /^(?!.*node_modules).*\.tsx?$/.test(file));
  const strays = files.filter((file) => !hasFolderRule(file));
  const violations = result.summary.violations.map((violation) => ({
    rule: violation.rule.name,
    text: `${violation.from} → ${violation.cycle?.map((step) => step.name).join(' → ') ?? violation.to}`,
  }));
  return {
    modules: files.length,
    violations: [
      ...violations,
      ...strays.map((file) => ({ rule: 'known-folder', text: file })),
      ...judgeCircles(importsInPackages(result)),
      ...judgeLibraries(importsOf(result)),
    ],
  };
}

/** Who imports whom. */
function importsOf(result: ICruiseResult): readonly Import[] {
  return result.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
}

/** Inside `packages/`, tests left out. */
function importsInPackages(result: ICruiseResult): readonly Import[] {
  const tests = new RegExp(testFiles);
  return importsOf(result).filter(
    ({ from, to }) => from.startsWith('packages/') && to.startsWith('packages/') && !tests.test(from),
  );
}
