import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { declaredCommands } from '../../tools/declared-commands.ts';
import { manPages } from '../../tools/man-pages.ts';

const pages = [...manPages(declaredCommands(), '1.2.3')];

test.each(pages)('groff prints %s without a warning, and its text', (name, text) => {
  const printed = execFileSync('groff', ['-man', '-Tascii', '-ww', '-P-cbou'], {
    input: text,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  expect(printed).toContain(`\nSYNOPSIS\n       ${name.replace('.1', '').split('-')[0]}`);
});

test('groff says nothing against any of them', () => {
  const input = pages.map(([, text]) => text).join('');
  const shell = 'groff -man -Tutf8 -ww -z 2>&1';
  expect(execFileSync('sh', ['-c', shell], { input, encoding: 'utf8' })).toBe('');
});
