import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { names } from '../../packages/archipelago/src/layering/api/layering-names.ts';
import {
  buildPhases,
  platformStates,
} from '../../packages/archipelago/src/layering/api/machine-os-build-status-schema.ts';
import { machineOsConfigSpec } from '../../packages/archipelago/src/layering/api/machine-os-config-schema.ts';

const path = 'docs/layering.md';
const document = readFileSync(path, 'utf8');
const told = new Set([...document.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text));

const files = ['packages/archipelago/src/layering', 'packages/archipelago/src/operator/layering']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.ts$/.test(file) && !/\.test(-support)?\.ts$/.test(file))
  .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return [node, ...children.flatMap(nodesOf)];
}

const nodes = files.flatMap(nodesOf);

/** Where functions there take a reason: name of the function, and which argument it is. */
const takers: ReadonlyMap<string, number> = new Map(
  nodes.filter(ts.isFunctionLike).flatMap((node) => {
    const { parent } = node;
    const name = node.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
    const index = node.parameters.findIndex((parameter) => parameter.name.getText() === 'reason');
    return name === undefined || index === -1 ? [] : [[name.getText(), index] as const];
  }),
);

/** The part of a node, if any, whose text is a reason. */
function reasonPart(node: ts.Node): ts.Node | undefined {
  if (ts.isCaseClause(node))
    return node.parent.parent.expression.getText().endsWith('.reason') ? node.expression : undefined;
  if (ts.isCallExpression(node)) return reasonArgument(node);
  if (ts.isPropertySignature(node) && node.name.getText() === 'reason') return node.type;
  const hasValue =
    ts.isPropertyAssignment(node) || ts.isBindingElement(node) || ts.isVariableDeclaration(node);
  return hasValue && node.name.getText() === 'reason' ? node.initializer : undefined;
}

function reasonArgument({ expression, arguments: given }: ts.CallExpression): ts.Node | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const index = takers.get(name.getText());
  return index === undefined ? undefined : given[index];
}

const reasons = new Set(
  nodes
    .flatMap((node) => reasonPart(node) ?? [])
    .flatMap(nodesOf)
    .filter(ts.isStringLiteral)
    .map(({ text }) => text)
    .filter((text) => /^[A-Z][A-Za-z]+$/.test(text)),
);

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
    const literals = new Set(nodes.filter(ts.isStringLiteral).map(({ text }) => text));
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
