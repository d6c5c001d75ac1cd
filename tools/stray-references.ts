import { posix } from 'node:path';
import type { RepositoryText } from './forbidden-words.ts';

const code = /\.(tsx?|mts|mjs|cjs|js)$/;
const markdown = /\.md$/;

/** Texts that lay beside the repository while it was made, and their sections: ours are cited by their headings. Written in pieces so that this file does not contain them. */
const outsideTexts = new RegExp(
  `\\.\\./sha${'red'}(?![\\w-])|sha${'red'}/(vectors|crds|bench|seeds|facts)|fac${'ts'}/[a-z-]+\\.md|\\b(DES${'IGN'}|STY${'LE'}|ECO${'SYSTEM'})\\.md|\\b[Ss]eeds? 00\\d|§ ?\\d`,
  'g',
);

/** Where code names a file by its own place; the path is group 1. */
const fromHere = [
  /\b(?:from|import|import\(|require\()\s*['"](\.\.?\/[^'"]*)['"]/g,
  /\bnew URL\(\s*['"`](\.\.?\/[^'"`]*)['"`]\s*,\s*import\.meta\.url/g,
  /\b(?:import\.meta\.dirname|__dirname)\s*,\s*['"`](\.\.?(?:\/[^'"`]*)?)['"`]/g,
];

/** Where code names a file by the working directory, which is the repository. */
const fromRoot = /\b(?:join|resolve)\(\s*(['"`]\.\.['"`/][^)]*)\)/g;

/** A document of ours named in code, with or without a heading. */
const namedDocument = /(?<![\w./-])((?:docs|test|examples)\/[\w./-]+\.md)(?:#([\w-]+))?/g;

/** `[text](target)`, and `[text]: target` at the beginning of a line. */
const link = /\]\(([^)\s]+)\)|^\[[^\]]+\]:\s+(\S+)/gm;

/** What there is to refer to: paths of files relative to the repository, and the anchors of documents. */
export interface Repository {
  readonly files: ReadonlySet<string>;
  /** The headings of a document as links name them. */
  anchors(document: string): ReadonlySet<string>;
}

interface Reference {
  readonly at: number;
  readonly text: string;
  readonly problem: string | undefined;
}

/** What a text refers to that a clone does not have, one line per finding: `path:line: reference: problem`. */
export function strayReferences(text: RepositoryText, repository: Repository): string[] {
  const references = [
    ...matches(text, outsideTexts, () => 'is not in the repository'),
    ...(code.test(text.path) ? codeReferences(text, repository) : []),
    ...(markdown.test(text.path) ? links(text, repository) : []),
  ];
  return references.flatMap(({ at, text: reference, problem }) =>
    problem === undefined ? [] : [`${text.path}:${lineOf(text.content, at)}: ${reference}: ${problem}`],
  );
}

/** The anchors of a Markdown text, of its headings. */
export function anchorsOf(content: string): ReadonlySet<string> {
  const headings = content.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6}\s+(.*)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

/** The anchor of one heading, as Git hosts make it: lower case, no punctuation, hyphens. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function codeReferences(text: RepositoryText, repository: Repository): readonly Reference[] {
  const folder = posix.dirname(text.path);
  return [
    ...fromHere.flatMap((pattern) =>
      matches(text, pattern, (path) =>
        leaves(posix.join(folder, path)) ? 'leaves the repository' : undefined,
      ),
    ),
    ...matches(text, fromRoot, () => 'leaves the repository'),
    ...matches(text, namedDocument, (path, anchor) => target(repository, path, anchor)),
  ];
}

function links(text: RepositoryText, repository: Repository): readonly Reference[] {
  const folder = posix.dirname(text.path);
  return matches(text, link, (address) => {
    const [path = '', anchor] = address.split('#');
    if (/^[a-z]+:/.test(path)) return undefined;
    return target(repository, path === '' ? text.path : posix.join(folder, path), anchor);
  });
}

/** What is wrong with a reference to a file or folder of the repository. */
function target(
  { files, anchors }: Repository,
  path: string,
  anchor: string | undefined,
): string | undefined {
  const folder = `${path.replace(/\/$/, '')}/`;
  if (!files.has(path) && ![...files].some((file) => file.startsWith(folder))) return 'does not exist';
  if (anchor === undefined || !markdown.test(path)) return undefined;
  return anchors(path).has(anchor) ? undefined : 'has no such heading';
}

function leaves(path: string): boolean {
  return path === '..' || path.startsWith('../');
}

function matches(
  { content }: RepositoryText,
  pattern: RegExp,
  judge: (...groups: [string, string | undefined]) => string | undefined,
): readonly Reference[] {
  return [...content.matchAll(pattern)].map((match) => ({
    at: match.index,
    text: match[0].trim(),
    problem: judge(match[1] ?? match[2] ?? '', match[2]),
  }));
}

function lineOf(content: string, at: number): number {
  return content.slice(0, at).split('\n').length;
}
