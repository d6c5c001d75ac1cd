import { readdirSync } from 'node:fs';
import { cruiseImports } from './cruise-imports.ts';
import { importRules } from './import-rules.ts';

const folders = ['src', 'test', 'bench', 'tools'];

function sourceFiles(): number {
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }));
  return files.filter((file) => file.endsWith('.ts')).length;
}

const { modules, violations } = await cruiseImports(process.cwd(), folders);
const comments = new Map(importRules().forbidden?.map((rule) => [rule.name, rule.comment ?? '']));
for (const { rule, text } of violations) {
  process.stderr.write(`${text}\n    ${rule}: ${comments.get(rule) ?? ''}\n`);
}

const expected = sourceFiles();
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
