import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { faultTable } from './fault-table.ts';

it('has every annotation that the documentation tells, in its order', () => {
  const text = readFileSync('docs/embedded-cluster.md', 'utf8');
  const [, table = ''] = /## Making things go wrong\n([\s\S]*?)\n## /.exec(text) ?? [];
  const told = [...table.matchAll(/^\| `([^:`]+): "?([^"`]+)"?` \|/gm)].map(([, name]) => name);
  expect(faultTable.map(({ annotation }) => annotation)).toEqual(told);
});
