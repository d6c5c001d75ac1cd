import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { names } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import {
  buildPhases,
  platformStates,
} from '../../packages/archipelago/src/layering/api/machine-os-build-status-schema.ts';
import { machineOsConfigSpec } from '../../packages/archipelago/src/layering/api/machine-os-config-schema.ts';
import { reasonsIn } from '../support/reasons-in.ts';

const path = 'docs/layering.md';
const document = readFileSync(path, 'utf8');
const told = new Set([...document.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text));

const { reasons, literals } = reasonsIn([
  'packages/archipelago/src/layering',
  'packages/archipelago/src/operator/layering',
]);

/** First cells of the tables below a heading. */
function explained(heading: string): readonly string[] {
  const section = document.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  const cells = [...section.matchAll(/^\| (`[^|]+`) *\|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
}

/** Sorted: which of these the document does not name. */
function untold(words: Iterable<string>): readonly string[] {
  return [...words].filter((word) => !told.has(word)).sort();
}

describe(path, () => {
  test('explains every reason', () => {
    expect(reasons.size).toBeGreaterThan(50);
    const table = explained('What the reasons mean');
    expect([...reasons].filter((reason) => !table.includes(reason) && !told.has(reason))).toEqual([]);
  });

  test('explains no reason that does not exist', () => {
    expect(explained('What the reasons mean').filter((reason) => !literals.has(reason))).toEqual([]);
  });

  test('names all phases, states and checks', () => {
    expect(untold(buildPhases)).toEqual([]);
    expect(untold(platformStates)).toEqual([]);
  });

  test('names every field that only we have, and every annotation that users set', () => {
    const known = ['machineConfigPool', 'imageBuilder', 'renderedImagePushSpec', 'renderedImagePushSecret'];
    const fields = Object.keys(machineOsConfigSpec.properties).filter((field) => !known.includes(field));
    const build = machineOsConfigSpec.properties.build.properties;
    expect(
      untold([
        ...fields.filter((field) => field !== 'build'),
        ...Object.keys(build).map((field) => `build.${field}`),
      ]),
    ).toEqual(['baseImagePullSecret']);
    expect(untold([names.retry, names.rebuild, names.knownRebuild, names.cause])).toEqual([]);
  });

  test('leads to files and headings that exist', () => {
    const links = [...document.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const headings = [...document.matchAll(/^#+ (.*)$/gm)].map(
      ([, text = '']) =>
        `#${text
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    );
    const broken = links.filter((link) =>
      link.startsWith('#')
        ? !headings.includes(link)
        : !existsSync(join(dirname(path), link.replace(/#.*/, ''))),
    );
    expect(links.length).toBeGreaterThan(30);
    expect(broken).toEqual([]);
  });
});
