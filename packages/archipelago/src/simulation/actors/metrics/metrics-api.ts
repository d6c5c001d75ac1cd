import { isConditionTrue, type JsonObject, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import {
  type ApiResult,
  createKubernetesClient,
  type KubernetesClient,
  type KubernetesStatus,
  type Resource,
} from '@archipelago/kube-client';
import type {
  ClusterExtension,
  ExtensionAnswer,
  ExtensionRefusal,
  ExtensionRequest,
} from '@archipelago/kube-sandbox';
import { nodeMetrics, podMetrics } from './metrics-objects.ts';

const group = 'metrics.k8s.io';
const account = 'archipelago-simulated-metrics-server';
const nodes: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };

/** Plays metrics-server, for `kubectl top`: usage is made up from what pods ask for. Who may ask is what counts, as upstream. */
export function metricsApi(now: () => number): ClusterExtension {
  const verbs = ['get', 'list'] as const;
  return {
    group,
    version: 'v1beta1',
    resources: [
      { plural: 'nodes', namespaced: false, own: { kind: 'NodeMetrics', singular: '', verbs } },
      { plural: 'pods', namespaced: true, own: { kind: 'PodMetrics', singular: '', verbs } },
    ],
    as: { name: account, groups: ['system:masters', 'system:authenticated'] },
    answer: (request, transport) => {
      const client = createKubernetesClient({ transport, userAgent: account, fieldManager: account });
      return request.resource === 'nodes'
        ? answerNodes(request, client, now())
        : answerPods(request, client, now());
    },
  };
}

async function answerNodes(
  request: ExtensionRequest,
  client: KubernetesClient,
  now: number,
): Promise<ExtensionAnswer> {
  const [found, all] = await Promise.all([
    select(nodes, request, client),
    client.list(pods, { signal: request.signal }),
  ]);
  if (!found.ok) return refused(found.status);
  if (!all.ok) return refused(all.status);
  const items = found.value.filter(isHeard).map((node) => {
    const { name } = node.metadata;
    const own = all.value.items.filter((pod) => isRunning(pod) && textAt(pod, 'spec', 'nodeName') === name);
    return nodeMetrics(node, own, now);
  });
  return answered(request, 'NodeMetrics', items);
}

async function answerPods(
  request: ExtensionRequest,
  client: KubernetesClient,
  now: number,
): Promise<ExtensionAnswer> {
  const [found, all] = await Promise.all([
    select(pods, request, client),
    client.list(nodes, { signal: request.signal }),
  ]);
  if (!found.ok) return refused(found.status);
  if (!all.ok) return refused(all.status);
  const heard = new Set(all.value.items.filter(isHeard).map(({ metadata }) => metadata.name));
  const items = found.value
    .filter((pod) => isRunning(pod) && heard.has(textAt(pod, 'spec', 'nodeName')))
    .map((pod) => podMetrics(pod, now));
  return answered(request, 'PodMetrics', items);
}

/** Of a node that is not ready a metrics-server has nothing, and nothing of its pods. */
function isHeard(node: KubernetesObject): boolean {
  return isConditionTrue(node, 'Ready');
}

function isRunning(pod: KubernetesObject): boolean {
  return textAt(pod, 'status', 'phase') === 'Running';
}

/** What is asked for: one or none for a name. */
async function select(
  resource: Resource,
  { verb, name, namespace, labelSelector, fieldSelector, signal }: ExtensionRequest,
  client: KubernetesClient,
): Promise<ApiResult<readonly KubernetesObject[]>> {
  if (verb === 'list') {
    const listed = await client.list(resource, { namespace, labelSelector, fieldSelector, signal });
    return listed.ok ? { ...listed, value: listed.value.items } : listed;
  }
  const found = await client.get(resource, { name, namespace }, { signal });
  if (found.ok) return { ...found, value: [found.value] };
  return found.status.code === notFound ? { ok: true, value: [] } : found;
}

const notFound = 404;

function answered(
  { verb, name, namespace }: ExtensionRequest,
  kind: string,
  items: readonly JsonObject[],
): ExtensionAnswer {
  if (verb === 'list') {
    const list = { kind: `${kind}List`, apiVersion: `${group}/v1beta1`, metadata: {}, items };
    return { code: 200, object: list };
  }
  const [object] = items;
  return object === undefined ? { refusal: missing(kind, name, namespace) } : { code: 200, object };
}

/** In upstream's words. */
function missing(kind: string, name: string, namespace: string | undefined): ExtensionRefusal {
  const [resource, whole] = [kind.toLowerCase(), namespace === undefined ? name : `${namespace}/${name}`];
  const message = `${resource}.${group} "${whole}" not found`;
  return { code: notFound, reason: 'NotFound', message, details: { name: whole, group, kind: resource } };
}

function refused({ code, reason, message, details = {} }: KubernetesStatus): ExtensionAnswer {
  return { refusal: { code, reason, message, details } };
}
