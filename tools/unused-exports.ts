import { posix } from 'node:path';
import ts from 'typescript';

/** An export that no other file asks for. */
interface UnusedExport {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** Tests of types export what the compiler judges, so that it counts as used. */
const typeTest = /\.test-d\.ts$/;

interface Module {
  readonly exports: readonly { readonly name: string; readonly at: number }[];
  /** Names by the module they are taken from; `*` stands for all of them. */
  readonly imports: readonly { readonly from: string; readonly names: readonly string[] }[];
  readonly lineOf: (at: number) => number;
}

/**
 * What files export although no other file imports it, by their texts. Names are compared, types too; a module that is imported as
 * a whole, or at run time, counts as used in all its parts.
 */
export function unusedExports(files: ReadonlyMap<string, string>): readonly UnusedExport[] {
  const modules = new Map([...files].map(([path, text]) => [path, readModule(path, text)]));
  const used = new Map<string, Set<string>>();
  for (const { from, names } of [...modules.values()].flatMap(({ imports }) => imports)) {
    const known = used.get(from) ?? new Set<string>();
    used.set(from, known);
    for (const name of names) known.add(name);
  }
  return [...modules].flatMap(([path, { exports, lineOf }]) => {
    const names = used.get(path);
    if (names?.has('*') === true || typeTest.test(path)) return [];
    return exports
      .filter(({ name }) => names?.has(name) !== true)
      .map(({ name, at }) => ({ path, line: lineOf(at), name }));
  });
}

function readModule(path: string, text: string): Module {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const from = (specifier: string): string => faceOf(specifier) ?? posix.join(posix.dirname(path), specifier);
  return {
    exports: source.statements.flatMap(exportsOf),
    imports: [
      ...source.statements.flatMap((statement) => staticImport(statement, from)),
      ...[...text.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier = '']) => ({
        from: from(specifier),
        names: ['*'],
      })),
    ],
    lineOf: (at) => source.getLineAndCharacterOfPosition(at).line + 1,
  };
}

/** The public face of a library of this workspace, by the library's name. */
function faceOf(specifier: string): string | undefined {
  const [, library, face = 'index'] = /^@archipelago\/([\w-]+)(?:\/([\w-]+))?$/.exec(specifier) ?? [];
  return library === undefined ? undefined : `packages/${library}/src/${face}.ts`;
}

function exportsOf(statement: ts.Statement): Module['exports'] {
  if (ts.isExportDeclaration(statement)) return listed(statement.exportClause);
  if (!ts.canHaveModifiers(statement)) return [];
  const kinds = ts.getModifiers(statement)?.map(({ kind }) => kind) ?? [];
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return [];
  const declarations = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations
    : [statement];
  return declarations.flatMap((declaration) => {
    const name = isNamed(declaration) ? declaration.name : undefined;
    return name !== undefined && ts.isIdentifier(name) ? [{ name: name.text, at: name.end }] : [];
  });
}

function isNamed(node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return 'name' in node;
}

function listed(clause: ts.NamedExportBindings | undefined): Module['exports'] {
  if (clause === undefined || !ts.isNamedExports(clause)) return [];
  return clause.elements.map(({ name }) => ({ name: name.text, at: name.end }));
}

function staticImport(statement: ts.Statement, from: (specifier: string) => string): Module['imports'] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  const names = ts.isImportDeclaration(statement)
    ? importedNames(statement.importClause)
    : takenNames(statement.exportClause);
  return [{ from: from(moduleSpecifier.text), names }];
}

function importedNames(clause: ts.ImportClause | undefined): readonly string[] {
  return clause?.namedBindings === undefined ? [] : takenNames(clause.namedBindings);
}

/** The names as the other module has them. */
function takenNames(
  bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined,
): readonly string[] {
  if (bindings === undefined || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings))
    return ['*'];
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}
