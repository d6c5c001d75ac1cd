import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const libraries = ['apimachinery', 'kube-client', 'kube-sandbox', 'oci-registry'];

/** Besides the face: what a test runner takes, and what starts programs. */
const waysIn: Readonly<Record<string, readonly string[]>> = { 'kube-sandbox': ['./real', './vitest'] };

function parsed(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Names that a library exports, by the file that declares them. */
function exportsOf(library: string): readonly { readonly name: string; readonly file: string }[] {
  const folder = `packages/${library}/src`;
  return parsed(`${folder}/index.ts`).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) return [];
    if (!ts.isStringLiteral(statement.moduleSpecifier) || statement.exportClause === undefined) return [];
    const file = join(folder, statement.moduleSpecifier.text);
    if (!ts.isNamedExports(statement.exportClause)) return [];
    return statement.exportClause.elements.map(({ name }) => ({ name: name.text, file }));
  });
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

function isDocumented(name: string, file: string): boolean {
  const declaration = parsed(file).statements.find((statement) => namesOf(statement).includes(name));
  return declaration !== undefined && ts.getJSDocCommentsAndTags(declaration).length > 0;
}

describe('the public face of a library', () => {
  test.each(libraries)('%s documents everything it exports', (library) => {
    const faces = exportsOf(library);
    expect(faces.length).toBeGreaterThan(10);
    expect(faces.filter(({ name, file }) => !isDocumented(name, file))).toEqual([]);
  });

  test.each(libraries)('%s has no way in besides its face and those that are listed', (library) => {
    const { exports, dependencies } = JSON.parse(readFileSync(`packages/${library}/package.json`, 'utf8'));
    expect(Object.keys(exports)).toEqual(['.', ...(waysIn[library] ?? [])]);
    expect(Object.keys(dependencies)).not.toContain('archipelago');
  });
});
