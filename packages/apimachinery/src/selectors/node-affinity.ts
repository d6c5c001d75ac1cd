import { isJsonObject, type JsonObject } from '../api/json-value.ts';
import { quote } from '../go-text/quote.ts';
import { parseObjectList, parseText, parseTexts, wrongType } from './read-selector.ts';
import {
  invalid,
  type Labels,
  matchesRequirement,
  type RequirementOperator,
  requirementErrors,
  type SelectorError,
} from './requirement.ts';

/** The part of a node that affinity looks at. */
interface AffinityNode {
  readonly name: string;
  readonly labels: Labels;
}

/** A node selector that can be asked, or what is wrong with it. */
type NodeSelectorResult =
  | { readonly ok: true; matches(node: AffinityNode): boolean }
  | { readonly ok: false; readonly errors: readonly SelectorError[] };

/** The answer of a selector whose terms may be broken: a good term that matches outweighs the errors. */
interface LenientMatch {
  readonly matches: boolean;
  /** Errors of the terms looked at before the answer was known. */
  readonly errors: readonly SelectorError[];
}

type Condition = (node: AffinityNode) => boolean;

interface Term {
  readonly conditions: readonly Condition[];
  readonly errors: readonly SelectorError[];
}

const labelOperators = new Map<string, RequirementOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
  ['Gt', 'gt'],
  ['Lt', 'lt'],
]);

/**
 * Reads a core/v1 NodeSelector (`{ nodeSelectorTerms }`). Terms are ORed, a term's requirements ANDed, an empty
 * term matches nothing. Source: component-helpers scheduling/corev1/nodeaffinity, Kubernetes 1.36.
 */
export function parseNodeSelector(value: unknown): NodeSelectorResult {
  const { terms, errors } = readTerms(value);
  const all = [...errors, ...terms.flatMap((term) => term.errors)];
  if (all.length > 0) return { ok: false, errors: all };
  return { ok: true, matches: (node) => terms.some((term) => matchesTerm(term, node)) };
}

/** Asks a node selector the way the scheduler does, which looks at each term only when it gets there. */
export function matchNodeSelectorLeniently(value: unknown, node: AffinityNode): LenientMatch {
  const { terms, errors } = readTerms(value);
  const found = [...errors];
  for (const term of terms) {
    if (term.errors.length === 0 && matchesTerm(term, node)) return { matches: true, errors: [] };
    found.push(...term.errors);
  }
  return { matches: false, errors: found };
}

/** True when a pod with this spec may run on the node by `nodeSelector` and required node affinity. */
export function matchesPodPlacement(podSpec: JsonObject, node: AffinityNode): boolean {
  const { nodeSelector, affinity } = podSpec;
  if (isJsonObject(nodeSelector) && !hasAllLabels(nodeSelector, node.labels)) return false;
  const nodeAffinity = isJsonObject(affinity) ? affinity.nodeAffinity : undefined;
  const required = isJsonObject(nodeAffinity)
    ? nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution
    : undefined;
  if (required === undefined || required === null) return true;
  return matchNodeSelectorLeniently(required, node).matches;
}

function hasAllLabels(wanted: JsonObject, labels: Labels): boolean {
  return Object.entries(wanted).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}

function matchesTerm(term: Term, node: AffinityNode): boolean {
  return term.conditions.length > 0 && term.conditions.every((condition) => condition(node));
}

function readTerms(value: unknown): { terms: readonly Term[]; errors: readonly SelectorError[] } {
  if (!isJsonObject(value)) {
    return { terms: [], errors: [wrongType('<nil>', value, 'an object')] };
  }
  const list = parseObjectList(value.nodeSelectorTerms, 'nodeSelectorTerms');
  return {
    terms: list.items.map((term, index) => readTerm(term, `nodeSelectorTerms[${index}]`)),
    errors: list.errors,
  };
}

function readTerm(term: JsonObject, path: string): Term {
  const labels = parseObjectList(term.matchExpressions, `${path}.matchExpressions`);
  const fields = parseObjectList(term.matchFields, `${path}.matchFields`);
  const parts: readonly (Condition | readonly SelectorError[])[] = [
    ...labels.items.map((item, index) => readLabelRequirement(item, `${path}.matchExpressions[${index}]`)),
    ...fields.items.map((item, index) => readFieldRequirement(item, `${path}.matchFields[${index}]`)),
  ];
  const conditions: Condition[] = [];
  const errors = [...labels.errors, ...fields.errors];
  for (const part of parts) {
    if (typeof part === 'function') conditions.push(part);
    else errors.push(...part);
  }
  return { conditions, errors };
}

interface RawRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values: readonly string[];
  /** The values as they are shown in errors: none at all is null. */
  readonly shown: readonly string[] | null;
  readonly errors: readonly SelectorError[];
}

function readRequirement(item: JsonObject, path: string): RawRequirement {
  const key = parseText(item.key, `${path}.key`);
  const operator = parseText(item.operator, `${path}.operator`);
  const values = parseTexts(item.values, `${path}.values`);
  return {
    key: key.text,
    operator: operator.text,
    values: values.texts,
    shown: Array.isArray(item.values) ? values.texts : null,
    errors: [...key.errors, ...operator.errors, ...values.errors],
  };
}

/** The condition, or why there is none. */
function readLabelRequirement(item: JsonObject, path: string): Condition | readonly SelectorError[] {
  const raw = readRequirement(item, path);
  if (raw.errors.length > 0) return raw.errors;
  const operator = labelOperators.get(raw.operator);
  if (operator === undefined) return [unsupported(path, raw.operator, [...labelOperators.keys()])];
  const requirement = { key: raw.key, operator, values: raw.values };
  const errors = requirementErrors(requirement, path, raw.shown);
  return errors.length > 0 ? errors : (node) => matchesRequirement(requirement, node.labels);
}

/** The condition, or why there is none. */
function readFieldRequirement(item: JsonObject, path: string): Condition | readonly SelectorError[] {
  const raw = readRequirement(item, path);
  if (raw.errors.length > 0) return raw.errors;
  if (raw.operator !== 'In' && raw.operator !== 'NotIn') {
    return [unsupported(path, raw.operator, ['In', 'NotIn'])];
  }
  if (raw.values.length !== 1) {
    return [invalid(`${path}.values`, raw.shown, 'must have one element')];
  }
  const wanted = raw.operator === 'In';
  // A field that does not exist reads as the empty text, as in apimachinery's fields.Set.
  const read = (node: AffinityNode) => (raw.key === 'metadata.name' ? node.name : '');
  return (node) => (read(node) === raw.values[0]) === wanted;
}

function unsupported(path: string, operator: string, supported: readonly string[]): SelectorError {
  const list = supported.map((name) => `"${name}"`).join(', ');
  return {
    field: `${path}.operator`,
    message: `Unsupported value: ${quote(operator)}: supported values: ${list}`,
  };
}
