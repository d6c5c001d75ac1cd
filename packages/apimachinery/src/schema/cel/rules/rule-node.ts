import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { type DeclaredType, declaredType, nameObjects } from '../declared/declared-type.ts';
import { escapePropertyName } from '../declared/property-names.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';

/** The rules of one schema node and of the nodes below it; nodes without rules are left out. */
export interface RuleNode {
  readonly schema: StructuralSchema;
  readonly isResource: boolean;
  readonly rules: readonly CompiledRule[];
  readonly usesOldSelf: boolean;
  readonly items: RuleNode | undefined;
  readonly values: RuleNode | undefined;
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly allOf: readonly RuleNode[];
}

/** Where rules stand: `rules` is the schema they are written in (a branch of allOf, maybe), `node` the one of the values. */
interface Place {
  readonly rules: StructuralSchema;
  readonly node: StructuralSchema;
  readonly isResource: boolean;
  readonly declared: DeclaredType | undefined;
}

function isEmbedded(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

function compileOwnRules({ rules, node, declared }: Place): readonly CompiledRule[] {
  const written = rules['x-kubernetes-validations'] ?? [];
  if (written.length === 0) return [];
  if (declared === undefined) {
    const error = 'failed to convert to declType for CEL validation rules';
    return written.map((rule) => ({ rule, usesOldSelf: false, error }));
  }
  const { type, objects } = nameObjects(declared, 'selfType');
  const environment = { variables: new Map([['self', type]]), objects };
  return written.map((rule) => compileRule(rule, { schema: node, environment, selfType: type }));
}

function compileItems({ rules, node, declared }: Place): RuleNode | undefined {
  if (rules.items === undefined || node.items === undefined) return undefined;
  const isResource = isEmbedded(node.items);
  return compileNode({ rules: rules.items, node: node.items, isResource, declared: declared?.element });
}

function compileValues({ rules, node, declared }: Place): RuleNode | undefined {
  const [inRules, inNode] = [rules.additionalProperties, node.additionalProperties];
  if (typeof inRules !== 'object' || typeof inNode !== 'object') return undefined;
  return compileNode({
    rules: inRules,
    node: inNode,
    isResource: isEmbedded(inNode),
    declared: declared?.element,
  });
}

function fieldType(place: Place, name: string, schema: StructuralSchema): DeclaredType | undefined {
  const celName = escapePropertyName(name);
  return celName === undefined
    ? declaredType(schema, isEmbedded(schema))
    : place.declared?.fields?.get(celName);
}

function compileProperties(place: Place): ReadonlyMap<string, RuleNode> {
  const nodes = new Map<string, RuleNode>();
  for (const [name, rules] of Object.entries(place.rules.properties ?? {})) {
    const properties = place.node.properties ?? {};
    const node = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const declared = node === undefined ? undefined : fieldType(place, name, node);
    if (node === undefined || declared === undefined) continue;
    const compiled = compileNode({ rules, node, isResource: isEmbedded(node), declared });
    if (compiled !== undefined) nodes.set(name, compiled);
  }
  return nodes;
}

/** The rules of a node and below; undefined when there are none. */
export function compileNode(place: Place): RuleNode | undefined {
  const rules = compileOwnRules(place);
  const items = compileItems(place);
  const values = compileValues(place);
  const properties = compileProperties(place);
  const allOf = (place.rules.allOf ?? [])
    .map((branch) => compileNode({ ...place, rules: branch }))
    .filter((node) => node !== undefined);
  const empty = rules.length === 0 && properties.size === 0 && allOf.length === 0;
  if (empty && items === undefined && values === undefined) return undefined;
  const usesOldSelf = rules.some((rule) => rule.usesOldSelf);
  return {
    schema: place.node,
    isResource: place.isResource,
    rules,
    usesOldSelf,
    items,
    values,
    properties,
    allOf,
  };
}
