import { type CelValue, isList, isMap, kindOf, type ListValue } from './cel-value.ts';

const names: ReadonlyMap<string, string> = new Map([
  ['null', 'types.Null'],
  ['bool', 'types.Bool'],
  ['int', 'types.Int'],
  ['uint', 'types.Uint'],
  ['double', 'types.Double'],
  ['string', 'types.String'],
  ['bytes', 'types.Bytes'],
  ['duration', 'types.Duration'],
  ['timestamp', 'types.Timestamp'],
  ['optional', '*types.Optional'],
  ['message', '*dynamic.ObjectVal'],
  ['type', '*types.Type'],
  ['json', '*common.unknownPreserved'],
  ['quantity', 'cel.Quantity'],
  ['url', 'cel.URL'],
  ['ip', 'cel.IP'],
  ['cidr', 'cel.CIDR'],
  ['semver', 'cel.Semver'],
  ['format', '*cel.Format'],
]);

function listName({ ofSchema, merge }: ListValue): string {
  if (ofSchema !== true) return '*types.baseList';
  if (merge === undefined) return '*common.unstructuredList';
  return merge.kind === 'set' ? '*common.unstructuredSetList' : '*common.unstructuredMapList';
}

/** What the server calls a value in the errors in which it names its own types. */
export function goTypeName(value: CelValue): string {
  if (isList(value)) return listName(value);
  if (isMap(value)) return value.source === undefined ? '*types.baseMap' : '*common.unstructuredMap';
  const kind = kindOf(value);
  return names.get(kind) ?? kind;
}
