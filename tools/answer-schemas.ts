import type { JsonObject } from '@archipelago/apimachinery';
import ts from 'typescript';
import { schemaOfType } from './schema-of-type.ts';

const file = 'packages/archipelago/src/cli/published-answers.ts';

/**
 * A JSON Schema for what each command prints, by the words of the command, derived from the types by which it is printed. The usual
 * libraries bring a TypeScript of their own, an older one than these types are written in.
 */
export function answerSchemas(): ReadonlyMap<string, JsonObject> {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.base.json', ts.sys.readFile).config,
    ts.sys,
    '.',
  );
  const program = ts.createProgram([file], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const answers = source?.statements.find(ts.isInterfaceDeclaration);
  if (answers === undefined) throw new Error(`${file} declares no answers`);
  const members = checker.getTypeAtLocation(answers).getProperties();
  return new Map(
    members.map((member) => [
      member.name,
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `${member.name.replaceAll(' ', '-')}/v1`,
        title: `archipelago ${member.name}`,
        ...schemaOfType(checker, member),
      },
    ]),
  );
}
