/** A pattern that may not occur in a committed text, and what to do instead. */
interface ForbiddenWord {
  readonly pattern: RegExp;
  readonly because: string;
  /** Files that the rule is about; all texts when absent. */
  readonly files?: RegExp;
}

const code = /\.(ts|mts|mjs|cjs|js)$/;

/** Written in pieces so that this file does not contain what it forbids. */
const words: readonly ForbiddenWord[] = [
  {
    pattern: new RegExp(
      `registry\\.(npm${'js'}|yarn${'pkg'})|(proxy|sum)\\.gol${'ang'}|npm${'mirror'}|files\\.pythonh${'osted'}`,
    ),
    because: 'a package registry is the concern of the machine, never of the repository',
  },
  {
    pattern: new RegExp(`(^|[\\s'"\`(=:])/(work|ro${'ot'}|home/[a-z]+)/`),
    because:
      'a path of one machine; use one relative to the repository, $HOME or the system’s temporary folder',
  },
  {
    pattern: new RegExp(`biome-${'ignore'}|(ox|es)lint-${'disable'}|@ts-${'nocheck'}`),
    because: 'the limits hold everywhere; change the code, or the rule with a decision record',
    files: code,
  },
  {
    pattern: /"resolved": "(?!packages\/[\w-]+")/,
    because: 'the lock file names no registry',
    files: /(^|\/)package-lock\.json$/,
  },
];

/** What the public face of a package is called in this field is no vague name. */
const vagueNames =
  /^(?!packages\/[^/]+\/src\/index\.ts$)(?:.*\/)?(utils?|helpers?|common|misc|index|handlers)(\.[a-z.]+)?(\/|$)/;

/** Texts as the check reads them: path relative to the repository, content. */
export interface RepositoryText {
  readonly path: string;
  readonly content: string;
}

/** What is wrong with one text, one line per finding: `path:line: word: reason`. */
export function forbiddenWords({ path, content }: RepositoryText): string[] {
  const rules = words.filter((word) => word.files === undefined || word.files.test(path));
  const findings = content.split('\n').flatMap((line, index) =>
    rules.flatMap(({ pattern, because }) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${path}:${index + 1}: ${found[0].trim()}: ${because}`];
    }),
  );
  const vague = code.test(path) ? vagueNames.exec(path) : null;
  return vague === null
    ? findings
    : [`${path}: ${vague[2] ?? ''}: names the mechanism, not the domain`, ...findings];
}
