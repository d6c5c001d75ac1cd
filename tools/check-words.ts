import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forbiddenWords } from './forbidden-words.ts';
import { anchorsOf, type Repository, strayReferences } from './stray-references.ts';

/** Committed files and those about to be: everything git does not ignore. */
function repositoryFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  return listed.split('\0').filter((file) => file !== '' && existsSync(file));
}

/** Names of the measured cases; the product must not know any of them. Short plain words prove nothing and are left out. */
function vectorNames(): string[] {
  const folder = join('test', 'vectors');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const cases = files.filter(
    (file) => /^(render|lifecycle|admission|golden-images)\//.test(file) && file.endsWith('.json'),
  );
  return cases
    .map((file) => file.replace(/^.*\/|\.json$/g, ''))
    .filter((name) => (name.match(/-/g) ?? []).length >= 2);
}

function mentionedVectors(path: string, content: string, names: readonly string[]): string[] {
  if (!/^packages\/[^/]+\/src\//.test(path) || path.endsWith('.test.ts')) return [];
  const mentioned = names.filter((name) => content.includes(name));
  return mentioned.map((name) => `${path}: ${name}: the product must not know a vector`);
}

/** Holds one of each reference that is not allowed. */
const breaches = 'test/unit/stray-references.test.ts';

/** The files themselves, and the headings of those documents that somebody refers to. */
function repositoryOf(files: readonly string[]): Repository {
  const known = new Map<string, ReadonlySet<string>>();
  return {
    files: new Set(files),
    anchors(document) {
      const anchors = known.get(document) ?? anchorsOf(readFileSync(document, 'utf8'));
      known.set(document, anchors);
      return anchors;
    },
  };
}

const names = vectorNames();
const files = repositoryFiles();
const repository = repositoryOf(files);
const findings = files.flatMap((path) => {
  const content = readFileSync(path, 'utf8');
  return content.includes('\0')
    ? []
    : [
        ...forbiddenWords({ path, content }),
        ...(path === breaches ? [] : strayReferences({ path, content }, repository)),
        ...mentionedVectors(path, content, names),
      ];
});

if (findings.length > 0) {
  process.stderr.write(
    `${findings.join('\n')}\nwords: ${findings.length} findings in ${files.length} files\n`,
  );
  process.exitCode = 1;
} else {
  process.stdout.write(
    `words: ${files.length} files, nothing forbidden, no reference astray, ${names.length} vector names looked for\n`,
  );
}
