import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruiseImports } from './cruise-imports.ts';
import { importRules } from './import-rules.ts';
import { unusedExports } from './unused-exports.ts';

const folders = ['packages', 'test', 'bench', 'tools', 'docs'];

const sourceFiles = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !file.includes('/dist/'));

/** What is exported and not imported: dead, or nobody else's business. Generated types are what they are. */
function checkExports(): void {
  const written = sourceFiles.filter((file) => !file.endsWith('.gen.ts'));
  const findings = unusedExports(new Map(written.map((file) => [file, readFileSync(file, 'utf8')])));
  for (const { path, line, name } of findings)
    process.stderr.write(`${path}:${line}: ${name} is exported and no other file imports it\n`);
  if (findings.length > 0) process.exitCode = 1;
  else process.stdout.write(`exports: ${written.length} files, each export is imported somewhere\n`);
}

const { modules, violations } = await cruiseImports(process.cwd(), folders);
const comments = new Map(importRules().forbidden?.map((rule) => [rule.name, rule.comment ?? '']));
for (const { rule, text } of violations) {
  process.stderr.write(`${text}\n    ${rule}: ${comments.get(rule) ?? ''}\n`);
}

const expected = sourceFiles.length;
if (modules < expected) {
  process.stderr.write(
    `imports: the cruiser saw ${modules} modules of ${expected} source files; its answer is worth nothing\n`,
  );
  process.exitCode = 1;
} else if (violations.length > 0) {
  process.stderr.write(`imports: ${violations.length} violations in ${modules} modules\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`imports: ${modules} modules, no violation, no cycle\n`);
}
checkExports();
