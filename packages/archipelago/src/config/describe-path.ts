import { hyperConvergedSchema } from './crd.ts';
import { type Description, describeSchema, describeSetting } from './describe-setting.ts';
import { schemaAt } from './fix-for.ts';
import { parseFieldPath } from './framework/field-path.ts';
import type { Setting } from './framework/setting.ts';
import { operands } from './operands.ts';
import { settings } from './settings.ts';

const all: readonly Setting[] = settings;

/**
 * What stands at a path of the HyperConverged: a setting, a member of one, a group of settings, an annotation, a
 * former spelling, a field of the status. `spec.` and indexes of lists can be left out. Undefined: nothing does.
 */
export function describePath(path: string): Description | undefined {
  const annotation = describeAnnotation(path);
  if (annotation !== undefined) return annotation;
  const words = parseFieldPath(path).filter((segment) => typeof segment === 'string');
  if (words[0]?.toLowerCase() === 'hyperconverged') words.shift();
  if (words[0] === 'status' || words[0] === 'metadata') return describeField(words);
  const inSpec = words[0] === 'spec' ? words : ['spec', ...words];
  return describeSettingAt(inSpec) ?? describeAlias(inSpec.join('.')) ?? describeGroup(inSpec.join('.'));
}

function describeAnnotation(path: string): Description | undefined {
  const key = path.replace(/^metadata\.annotations\["(.*)"\]$/, '$1');
  const setting = all.find(({ name, source }) => source.in === 'annotation' && name === key);
  if (setting !== undefined) return describeSetting(setting);
  const operand = operands.find(({ patchAnnotation }) => patchAnnotation === key);
  if (operand === undefined) return undefined;
  return {
    ...describeSchema({ type: 'string' }, key),
    summary: `RFC 6902 patch, a JSON list of operations, applied last to the rendered ${operand.kind}; every path stands below /spec/.`,
    landsIn: [`${operand.kind} spec`],
  };
}

function describeSettingAt(words: readonly string[]): Description | undefined {
  for (const setting of all) {
    const own = setting.name.split('.');
    if (!own.every((word, index) => words[index] === word)) continue;
    const description = describeSetting(setting, words.slice(own.length));
    if (description !== undefined) return description;
  }
  return undefined;
}

/** A former spelling says what the setting says. */
function describeAlias(path: string): Description | undefined {
  const setting = all.find(({ aliases }) => aliases.some((alias) => `spec.${alias.path}` === path));
  const described = setting === undefined ? undefined : describeSetting(setting);
  if (described === undefined) return undefined;
  const deprecated = `write ${described.path}`;
  return { ...described, path, default: undefined, aliases: [], deprecated };
}

/** `spec`, `spec.featureGates`: nodes that only hold settings. */
function describeGroup(path: string): Description | undefined {
  const names = all
    .filter(({ source }) => source.in === 'spec')
    .flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => `spec.${alias.path}`)])
    .filter((name) => name.startsWith(`${path}.`))
    .sort();
  if (names.length === 0) return undefined;
  const members = names.flatMap((name) => {
    const { type = '', summary = '' } = describeSettingAt(name.split('.')) ?? describeAlias(name) ?? {};
    return [{ name: name.slice(path.length + 1), type, summary }];
  });
  return { ...describeSchema({ type: 'object' }, path), summary: `${names.length} settings.`, members };
}

function describeField(words: readonly string[]): Description | undefined {
  const schema = words.reduce<ReturnType<typeof schemaAt>>(
    (node, word) =>
      node === undefined ? undefined : schemaAt(node, node.items === undefined ? [word] : [0, word]),
    hyperConvergedSchema(all),
  );
  return schema === undefined ? undefined : describeSchema(schema, words.join('.'));
}
