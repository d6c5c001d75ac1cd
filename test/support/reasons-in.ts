import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What the sources in some folders say in conditions, events and findings. */
interface Told {
  /** Every reason. */
  readonly reasons: ReadonlySet<string>;
  /** Every text that stands there, reason or not. */
  readonly literals: ReadonlySet<string>;
}

/** Reads the sources below these folders, without tests. */
export function reasonsIn(folders: readonly string[]): Told {
  const nodes = folders.flatMap(sources).flatMap(nodesOf);
  const takers = takersAmong(nodes);
  const reasons = nodes
    .flatMap((node) => reasonPart(node, takers) ?? [])
    .flatMap(nodesOf)
    .filter(ts.isStringLiteral)
    .map(({ text }) => text)
    .filter((text) => /^[A-Z][A-Za-z]+$/.test(text));
  const literals = nodes.filter(ts.isStringLiteral).map(({ text }) => text);
  return { reasons: new Set(reasons), literals: new Set(literals) };
}

function sources(folder: string): readonly ts.SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.ts$/.test(file) && !/\.test(-support)?\.ts$/.test(file))
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
}

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return [node, ...children.flatMap(nodesOf)];
}

/** Where functions there take a reason: name of the function, and which argument it is. */
function takersAmong(nodes: readonly ts.Node[]): ReadonlyMap<string, number> {
  return new Map(
    nodes.filter(ts.isFunctionLike).flatMap((node) => {
      const { parent } = node;
      const name = node.name ?? (ts.isVariableDeclaration(parent) ? parent.name : undefined);
      const index = node.parameters.findIndex((parameter) => parameter.name.getText() === 'reason');
      return name === undefined || index === -1 ? [] : [[name.getText(), index] as const];
    }),
  );
}

/** The part of a node, if any, whose text is a reason. */
function reasonPart(node: ts.Node, takers: ReadonlyMap<string, number>): ts.Node | undefined {
  if (ts.isCaseClause(node))
    return node.parent.parent.expression.getText().endsWith('.reason') ? node.expression : undefined;
  if (ts.isCallExpression(node)) return reasonArgument(node, takers);
  if (ts.isPropertySignature(node) && node.name.getText() === 'reason') return node.type;
  const hasValue =
    ts.isPropertyAssignment(node) || ts.isBindingElement(node) || ts.isVariableDeclaration(node);
  return hasValue && node.name.getText() === 'reason' ? node.initializer : undefined;
}

function reasonArgument(
  { expression, arguments: given }: ts.CallExpression,
  takers: ReadonlyMap<string, number>,
): ts.Node | undefined {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  const index = takers.get(name.getText());
  return index === undefined ? undefined : given[index];
}
