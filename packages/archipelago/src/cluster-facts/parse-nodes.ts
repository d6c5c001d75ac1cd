import {
  isKubernetesObject,
  type JsonObject,
  type KubernetesObject,
  textAt,
} from '@archipelago/apimachinery';
import type { Inputs } from './inputs.ts';
import { nodeFactsOf } from './node-facts-of.ts';
import { standardInputs } from './standard-cluster.ts';

type ParsedNodes =
  | { readonly ok: true; readonly inputs: Inputs }
  | { readonly ok: false; readonly problem: string };

/** Machines of OpenShift have it. */
const openShiftLabel = 'node.openshift.io/os_id';

/** A cluster with these Nodes, and all else as in the standard cluster; on OpenShift where a label of a Node tells it. */
export function parseNodes(objects: readonly JsonObject[]): ParsedNodes {
  if (objects.length === 0) return { ok: false, problem: 'has no Node' };
  const other = objects.find(({ apiVersion, kind }) => apiVersion !== 'v1' || kind !== 'Node');
  if (other !== undefined) return { ok: false, problem: `has ${described(other)}` };
  const nodes = objects.flatMap((object: unknown) =>
    isKubernetesObject(object) && hasTextLabels(object) ? [object] : [],
  );
  if (nodes.length < objects.length)
    return { ok: false, problem: 'has a Node without a name, or with labels that are no text' };
  const isOpenShift = nodes.some(({ metadata }) => metadata.labels?.[openShiftLabel] !== undefined);
  const { facts, ...rest } = standardInputs;
  const platform = isOpenShift ? 'openshift' : 'kubernetes';
  return { ok: true, inputs: { ...rest, facts: { ...facts, platform, nodes: nodes.map(nodeFactsOf) } } };
}

function described(object: JsonObject): string {
  const kind = textAt(object, 'kind');
  const name = textAt(object, 'metadata', 'name');
  if (kind === '') return 'an object without kind';
  return name === '' ? `an object of kind ${kind}` : `${kind} ${name}`;
}

function hasTextLabels({ metadata: { labels = {} } }: KubernetesObject): boolean {
  const values: readonly unknown[] = labels === null ? [] : Object.values(labels);
  return values.every((value) => typeof value === 'string');
}
