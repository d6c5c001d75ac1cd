import {
  type JsonObject,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { inVersion } from '../../conversion/stored-forms.ts';
import { metadataOf } from '../../json/json-access.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { ResourceType } from '../../resources/resource-type.ts';
import type { MatchedReview, PolicyReview } from './policy-review.ts';

function labelsOf(object: JsonObject): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(metadataOf(object), 'labels'));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)] as const));
}

/** A selector that is absent or empty takes everything. */
function selects(selector: JsonObject, objects: readonly (JsonObject | undefined)[]): boolean {
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) return false;
  if (parsed.selector.requirements.length === 0) return true;
  return objects.some((object) => object !== undefined && parsed.selector.matches(labelsOf(object)));
}

/** The namespace whose labels count: of a namespace that is being written, the new ones. */
export function namespaceOf(review: PolicyReview): JsonObject | undefined {
  const { server, type } = review.call;
  if (type.storage === '/namespaces' && review.object !== undefined) return review.object;
  return server.store.get({ resource: '/namespaces', namespace: '', name: review.namespace })?.object;
}

function inNamespace(match: JsonObject, review: PolicyReview): boolean {
  return (
    review.namespace === '' || selects(objectAt(match, 'namespaceSelector'), [namespaceOf(review) ?? {}])
  );
}

function inScope(scope: string, review: PolicyReview): boolean {
  if (scope === '' || scope === '*') return true;
  return (scope === 'Namespaced') === review.call.type.namespaced;
}

function isListed(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

/** `pods`, `pods/log`, `pods/*`, `*` (no subresource) and `*`/`*`. */
function namesResource(pattern: string, plural: string, subresource: string): boolean {
  const [resource, sub = ''] = pattern.split('/');
  return (resource === '*' || resource === plural) && (sub === '*' || sub === subresource);
}

function ruleTakes(rule: JsonObject, type: ResourceType, review: PolicyReview): boolean {
  const names = textsAt(rule, 'resourceNames');
  return (
    inScope(textAt(rule, 'scope'), review) &&
    isListed(textsAt(rule, 'operations'), review.operation) &&
    isListed(textsAt(rule, 'apiGroups'), type.group) &&
    isListed(textsAt(rule, 'apiVersions'), type.version) &&
    textsAt(rule, 'resources').some((one) => namesResource(one, type.plural, review.call.subresource)) &&
    (names.length === 0 || names.includes(review.name))
  );
}

/** Other groups and versions that serve the same objects count when the policy says Equivalent, as is the default. */
function equivalents(match: JsonObject, review: PolicyReview): readonly ResourceType[] {
  const { type, server } = review.call;
  if (textAt(match, 'matchPolicy') === 'Exact') return [];
  return server.registry.all().filter((one) => one.storage === type.storage && one !== type);
}

/** The version of the request where a rule names it, else what the first rule that names any says. */
function typeTaken(rules: readonly JsonObject[], match: JsonObject, review: PolicyReview) {
  const { type } = review.call;
  if (rules.some((rule) => ruleTakes(rule, type, review))) return type;
  const others = equivalents(match, review);
  return rules
    .map((rule) => others.find((other) => ruleTakes(rule, other, review)))
    .find((taken) => taken !== undefined);
}

const GROUP = 'admissionregistration.k8s.io';

/** Nothing judges what decides who judges: a policy or webhook that locks everybody out could not be mended. */
export function isExempt({ call }: PolicyReview): boolean {
  return call.type.group === GROUP && /^(validating|mutating)(admissionpolic|webhook)/.test(call.type.plural);
}

/**
 * Whether `matchConstraints` of a policy or `matchResources` of a binding take a write, and in which version. Without
 * rules they take every resource.
 */
export function matchResources(match: JsonObject, review: PolicyReview): ResourceType | undefined {
  if (!inNamespace(match, review)) return undefined;
  if (!selects(objectAt(match, 'objectSelector'), [review.object, review.old])) return undefined;
  const excluded = objectsAt(match, 'excludeResourceRules');
  if (typeTaken(excluded, match, review) !== undefined) return undefined;
  const rules = objectsAt(match, 'resourceRules');
  return rules.length === 0 ? review.call.type : typeTaken(rules, match, review);
}

/** Subresources with a kind of their own, which has one version only. */
const OF_OWN_KIND: ReadonlySet<string> = new Set(['scale', 'eviction']);

/** The review in the version that its judge asked for. */
export function reviewIn(matched: ResourceType, review: PolicyReview): MatchedReview | Refusal {
  const { type, subresource } = review.call;
  const versions = [type, OF_OWN_KIND.has(subresource) ? type : matched] as const;
  const object = review.object && inVersion(review.call, review.object, versions);
  const old = review.old && inVersion(review.call, review.old, versions);
  if (object instanceof Refusal) return object;
  return old instanceof Refusal ? old : { ...review, matched, object, old };
}

/** The review as a policy sees it; undefined when it is none of the policy's business. */
export function reviewFor(policy: JsonObject, review: PolicyReview): MatchedReview | Refusal | undefined {
  const constraints = valueAt(objectAt(policy, 'spec'), 'matchConstraints');
  if (constraints === undefined) return undefined;
  const matched = matchResources(objectAt(objectAt(policy, 'spec'), 'matchConstraints'), review);
  return matched === undefined ? undefined : reviewIn(matched, review);
}
