import { parseArgs } from 'node:util';

export const usage = `Breaks the product in one place at a time and says which breaks no test of \`npm test\` notices.

  npm run mutants -- <folder or file>… [options]

  --sample N      judge N of each folder's mutants, drawn by chance (all of them by default: hours)
  --seed S        which chance (1)
  --jobs N        processes that run tests (1)
  --budget S      seconds of tests for one mutant, the nearest tests first (20)
  --tests PATH    only tests below it, again for more (all of npm test): quicker, the score a lower bound
  --all           list what was killed as well

Verdicts are kept in node_modules/.cache/mutants and asked again only where the source or its tests changed.
Mutants that change nothing are listed with the reason in tools/mutants/equivalent-mutants.json.
Exits with 1 when a mutant survived.
`;

function parsed(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '1' },
      budget: { type: 'string', default: '20' },
      tests: { type: 'string', multiple: true, default: ['packages', 'test'] },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

type Parsed = ReturnType<typeof parsed>;

type ReadOptions =
  | { readonly ok: true; readonly options: Parsed['values']; readonly folders: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** The command line of `npm run mutants`; what it cannot mean is refused before anything runs. */
export function readOptions(args: readonly string[]): ReadOptions {
  try {
    const { values: options, positionals: folders } = parsed(args);
    const problem = problemWith(options);
    return problem === undefined ? { ok: true, options, folders } : { ok: false, problem };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function problemWith(options: Parsed['values']): string | undefined {
  const numbers = ['sample', 'seed', 'jobs', 'budget'] as const;
  const wrong = numbers.find((name) => !/^[1-9]\d{0,8}$/.test(options[name] ?? '1'));
  return wrong === undefined ? undefined : `--${wrong} ${options[wrong]}: write a whole number from 1`;
}
