import ts from 'typescript';

/** One edit that should break something: `text` takes the place of what stands from `start` to `end` (offsets in the source). */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The other operator, where a careless hand would take it. */
const otherOperator: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
};

const otherMethod: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
]);

/** Calls that change what they are called on, or narrow it: without them the receiver is left. */
const narrowingMethods = new Set(['filter', 'sort', 'toSorted', 'reverse', 'slice', 'trim', 'toLowerCase']);

const longestList = 12;

/**
 * The mutants of a TypeScript source: conditions decided, operators exchanged, statements, members and elements left out, literals
 * changed. Prose stays: texts with a space in them, and types, which are not there at run time.
 */
export function mutantsOf(source: string, file = 'source.ts'): readonly Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
  const found = new Map<string, Mutant>();
  const visit = (node: ts.Node): void => {
    if (isOutOfScope(node)) return;
    for (const mutant of mutantsAt(node)) {
      if (source.slice(mutant.start, mutant.end) !== mutant.text)
        found.set(`${mutant.start}-${mutant.end}-${mutant.text}`, mutant);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}

function isOutOfScope(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

function mutantsAt(node: ts.Node): readonly Mutant[] {
  return [...conditions(node), ...operators(node), ...calls(node), ...omissions(node), ...literals(node)];
}

function replace(node: ts.Node, text: string): Mutant {
  return { start: node.getStart(), end: node.getEnd(), text };
}

function conditions(node: ts.Node): readonly Mutant[] {
  if (ts.isIfStatement(node)) return [replace(node.expression, 'true'), replace(node.expression, 'false')];
  if (ts.isConditionalExpression(node))
    return [replace(node.condition, 'true'), replace(node.condition, 'false')];
  if (ts.isWhileStatement(node)) return [replace(node.expression, 'false')];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [replace(node, node.operand.getText())];
  return [];
}

function operators(node: ts.Node): readonly Mutant[] {
  if (!ts.isBinaryExpression(node)) return [];
  const operator = node.operatorToken.getText();
  if (operator === '??') return [replace(node, node.left.getText())];
  const other = otherOperator[operator];
  const joinsTexts = operator === '+' && [node.left, node.right].some(isText);
  return other === undefined || joinsTexts ? [] : [replace(node.operatorToken, other)];
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function calls(node: ts.Node): readonly Mutant[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  const other = otherMethod.get(name.text);
  return [
    ...(other === undefined ? [] : [replace(name, other)]),
    ...(narrowingMethods.has(name.text) ? [replace(node, expression.getText())] : []),
  ];
}

function omissions(node: ts.Node): readonly Mutant[] {
  if (ts.isExpressionStatement(node)) return [replace(node, ';')];
  if (ts.isObjectLiteralExpression(node))
    return node.properties.filter((member) => !isProseMember(member)).map((member) => without(member));
  if (ts.isArrayLiteralExpression(node) && node.elements.length <= longestList)
    return node.elements.filter((element) => !isProse(element)).map((element) => without(element));
  return [];
}

/** An element with the comma behind it. */
function without(node: ts.Node): Mutant {
  const { text } = node.getSourceFile();
  const end = node.getEnd();
  const comma = /^\s*,/.exec(text.slice(end));
  return { start: node.getStart(), end: end + (comma?.[0].length ?? 0), text: '' };
}

function isProseMember(member: ts.ObjectLiteralElementLike): boolean {
  return ts.isPropertyAssignment(member) && isProse(member.initializer);
}

function isProse(node: ts.Node): boolean {
  return isText(node) && /\s/.test(node.getText());
}

function literals(node: ts.Node): readonly Mutant[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false')];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [replace(node, 'true')];
  if (ts.isNumericLiteral(node)) return [replace(node, String(Number(node.text.replaceAll('_', '')) + 1))];
  if (!ts.isStringLiteral(node) || isProse(node) || node.text === '' || isName(node)) return [];
  return [replace(node, "'mutant'")];
}

/** A string that names a member, or that `typeof` is compared with. */
function isName(node: ts.StringLiteral): boolean {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) return parent.name === node;
  return ts.isBinaryExpression(parent) && ts.isTypeOfExpression(parent.left);
}
