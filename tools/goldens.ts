import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './generated-files.ts';

/** Rewrites every generated file that is committed; `test/unit/generated-files.test.ts` fails where one is not what this writes. */
const files = generatedFiles();
rmSync('generated', { recursive: true, force: true });
for (const [file, content] of files) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
