import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import ts from 'typescript';

/** The JSON Schema of a member of a type: what it is declared as, and what is said about it. Members that no type has are a mistake. */
export function schemaOfType(checker: ts.TypeChecker, member: ts.Symbol): JsonObject {
  return described(checker, member, { checker, above: [] });
}

interface Place {
  readonly checker: ts.TypeChecker;
  /** Types that this one is a part of. */
  readonly above: readonly ts.Type[];
}

function described(checker: ts.TypeChecker, member: ts.Symbol, place: Place): JsonObject {
  const type = checker.getTypeOfSymbol(member);
  const text = ts.displayPartsToString(member.getDocumentationComment(checker));
  const own = ts.displayPartsToString((type.aliasSymbol ?? type.symbol)?.getDocumentationComment(checker));
  const description = (text === '' ? own : text).replaceAll(/\s+/g, ' ');
  return { ...(description === '' ? {} : { description }), ...schemaOf(type, place) };
}

function schemaOf(type: ts.Type, place: Place): JsonObject {
  // whatever JSON there is
  if (place.above.includes(type) || isAnything(type)) return {};
  if (type.isUnion()) return ofUnion(type, place);
  return ofScalar(type) ?? ofObject(type, { ...place, above: [...place.above, type] });
}

/** No JSON that is declared has big integers; where they are, any JSON is meant. */
function isAnything(type: ts.Type): boolean {
  const isAny = (each: ts.Type) =>
    (each.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.BigInt)) !== 0;
  return type.isUnion() ? type.types.some(isAny) : isAny(type);
}

const scalars = [
  [ts.TypeFlags.String, 'string'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.Boolean, 'boolean'],
  [ts.TypeFlags.Null, 'null'],
] as const;

function ofScalar(type: ts.Type): JsonObject | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) return { type: 'string' };
  const found = scalars.find(([flag]) => (type.flags & flag) !== 0);
  return found === undefined ? undefined : { type: found[1] };
}

function ofUnion({ types }: ts.UnionType, place: Place): JsonObject {
  const there = types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
  const isBoolean = there.some(({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) !== 0);
  const rest = there.filter(({ flags }) => (flags & ts.TypeFlags.BooleanLiteral) === 0);
  const literals = rest
    .filter((each) => each.isStringLiteral())
    .map((each) => each.value)
    .sort();
  const others = rest.filter((each) => !each.isStringLiteral()).map((each) => schemaOf(each, place));
  // in an order of their own: the compiler's changes with what else it has read
  const parts = [
    ...(literals.length === 0 ? [] : [{ enum: literals }]),
    ...(isBoolean ? [{ type: 'boolean' }] : []),
    ...others.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ];
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { anyOf: parts };
}

function ofObject(type: ts.Type, place: Place): JsonObject {
  const { checker } = place;
  const index = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  const isList = checker.isArrayType(type) || checker.isTupleType(type);
  if (isList && index !== undefined) return { type: 'array', items: schemaOf(index, place) };
  const byName = checker.getIndexTypeOfType(type, ts.IndexKind.String);
  if (byName !== undefined) return { type: 'object', additionalProperties: schemaOf(byName, place) };
  const members = checker.getPropertiesOfType(type);
  const properties: Record<string, JsonValue> = {};
  for (const member of members) properties[member.name] = described(checker, member, place);
  const required = members.filter((member) => !mayBeAbsent(checker, member)).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties,
    additionalProperties: false,
  };
}

/** A member that is undefined is left out. */
function mayBeAbsent(checker: ts.TypeChecker, member: ts.Symbol): boolean {
  if ((member.flags & ts.SymbolFlags.Optional) !== 0) return true;
  const type = checker.getTypeOfSymbol(member);
  return type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Undefined) !== 0);
}
