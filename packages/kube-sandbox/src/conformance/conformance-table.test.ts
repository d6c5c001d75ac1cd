import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listAt } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { vectorsOf } from '../../../../test/support/vectors.ts';
import { unservedSteps } from './unserved-steps.ts';

/**
 * The README counts the recorded steps, and those that hold: conformance.test.ts fails where a step holds that is not said to, or
 * the other way round. With UPDATE_DOCUMENTS=1 this test writes the table, which
 * `npm run format` then lays out.
 */
const path = join(import.meta.dirname, '../../README.md');

/** Up to which number conversations are about what. */
const topics = [
  [5, 'discovery, OpenAPI, content types, tables'],
  [9, 'create, dry run, get'],
  [13, 'lists, selectors, pages'],
  [25, 'watches'],
  [39, 'updates, defaults, validation, CEL'],
  [43, 'deletion, garbage collection, namespaces'],
  [53, 'JSON, merge and strategic merge patches'],
  [66, 'server-side apply'],
  [71, 'definitions of custom resources'],
  [80, 'admission policies'],
  [96, 'authorization, impersonation, core types, words of refusals'],
  [97, 'Pod Security'],
  [98, 'LimitRange'],
  [99, 'ResourceQuota'],
] as const;

function table(): string {
  const scenarios = vectorsOf('api/scenarios').map(([name, scenario]) => {
    const steps = listAt(scenario.steps).length;
    const missed = (unservedSteps[name] ?? []).flatMap((entry) => entry.steps).length;
    return { number: Number(name.slice(0, 2)), steps, held: steps - missed };
  });
  const sum = (all: readonly (typeof scenarios)[number][], key: 'steps' | 'held') =>
    all.reduce((total, each) => total + each[key], 0);
  const rows = topics.map(([last, topic], index) => {
    const [before = 0] = topics[index - 1] ?? [];
    const own = scenarios.filter(({ number }) => number > before && number <= last);
    return `| ${topic} | ${sum(own, 'steps')} | ${sum(own, 'held')} |`;
  });
  const total = `| **all** | **${sum(scenarios, 'steps')}** | **${sum(scenarios, 'held')}** |`;
  return ['| Conversations about | Steps | The same here |', '| --- | ---: | ---: |', ...rows, total].join(
    '\n',
  );
}

/** The text without what the formatter does to tables. */
function cells(text: string): string {
  return text.replaceAll(/-+/g, '-').replaceAll(/ +/g, ' ');
}

test('the README says how many recorded steps there are, and how many hold', () => {
  const text = readFileSync(path, 'utf8');
  const printed = text.replace(
    /(<!-- conformance -->\n)[\s\S]*?(\n<!-- \/conformance -->)/,
    (_, begin: string, end: string) => `${begin}${table()}${end}`,
  );
  if (process.env.UPDATE_DOCUMENTS === '1') writeFileSync(path, printed);
  else expect(cells(text)).toBe(cells(printed));
  expect(printed).toContain('| **all** |');
});
