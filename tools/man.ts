import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredCommands } from './declared-commands.ts';
import { manPages } from './man-pages.ts';

/** Writes the manual pages: `npm run man`, then `man -M out/man archipelago`. */
const folder = join('out', 'man', 'man1');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const pages = manPages(declaredCommands(), version);
for (const [name, text] of pages) writeFileSync(join(folder, name), text);
process.stdout.write(`${folder}: ${pages.size} pages\n`);
