import { yamlNestsDeeperThan } from '@archipelago/apimachinery';
import { type Document, LineCounter, parseAllDocuments, type Tags } from 'yaml';
import { type ManifestProblem, positionAt, problem } from './manifest-problem.ts';

/** The documents of a text, without those that are empty, and where its lines begin. */
interface ReadYaml {
  readonly documents: readonly Document.Parsed[];
  readonly lines: LineCounter;
}

/** Far more than any resource has, and far less than what exhausts the stack. */
const maxLevels = 2000;
const simpler = 'write the values out, without nesting or aliases that no resource needs';

/** Reads YAML as kubectl would (YAML 1.1 words, no timestamps). Whatever somebody gives, it ends with an answer. */
export function readYaml<T>(text: string, use: (read: ReadYaml) => T): T | ManifestProblem {
  if (text.includes('\0')) return problem('is no text', 'give a file of YAML or JSON');
  // a level takes a character at least
  if (text.length > maxLevels && yamlNestsDeeperThan(text, maxLevels))
    return problem('is nested too deeply', simpler);
  try {
    const lines = new LineCounter();
    const documents = readDocuments(text, lines);
    const error = documents.flatMap(({ errors }) => errors)[0];
    if (error !== undefined)
      return problem(firstLine(error.message), 'correct the YAML', positionAt(lines, error.pos[0]));
    return use({ documents, lines });
  } catch (error) {
    return givenUp(error);
  }
}

/** What the YAML reader gives up on: nests that exhaust the stack, aliases that multiply, a merge with what has no members. */
function givenUp(error: unknown): ManifestProblem {
  if (error instanceof RangeError) return problem('is nested too deeply', simpler);
  if (error instanceof ReferenceError)
    return problem(`uses aliases that multiply (${firstLine(error.message)})`, simpler);
  if (error instanceof Error && error.message.startsWith('Merge sources'))
    return problem(
      'merges with << what is no mapping',
      'write the members out, or give << an alias of a mapping',
    );
  throw error;
}

function readDocuments(text: string, lineCounter: LineCounter): readonly Document.Parsed[] {
  const options = { version: '1.1', customTags: kubernetesTags, lineCounter, intAsBigInt: true } as const;
  return [...parseAllDocuments(text, options)].filter(
    ({ contents, errors }) => contents !== null || errors.length > 0,
  );
}

const foreignTags = new Set(
  ['timestamp', 'binary', 'omap', 'pairs', 'set'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** kubectl's YAML knows YAML 1.1's words, but no dates, binary data or base 60 numbers. */
function kubernetesTags(tags: Tags): Tags {
  return tags.filter((tag) => {
    if (typeof tag === 'string') return true;
    return !foreignTags.has(tag.tag) && !('format' in tag && tag.format === 'TIME');
  });
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
}
