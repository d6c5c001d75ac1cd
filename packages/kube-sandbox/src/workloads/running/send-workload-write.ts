import {
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectAt,
  textAt,
  timestamp,
} from '@archipelago/apimachinery';
import type { ApiRequest } from '../../requests/api-request.ts';
import { type ApiResponse, isStream } from '../../requests/api-response.ts';
import type { WorkloadWorld, WorkloadWrite } from '../plan/planned.ts';
import { templateHash } from '../plan/template-hash.ts';
import { type WorkloadKind, workloadKinds } from '../plan/workload-kinds.ts';

/** How controllers reach the server: as any client does, but without a socket. */
export interface WorkloadClient {
  handle(request: ApiRequest): Promise<ApiResponse>;
  readonly token: string;
  readonly world: WorkloadWorld;
  /** Put on pods that get a node. */
  readonly annotations: Readonly<Record<string, string>>;
}

/** What the server said of a write. */
export interface Sent {
  readonly status: number;
  /** Of a refusal. */
  readonly message: string;
}

/** Sends one write. It holds only for the object that was looked at. */
export async function sendWorkloadWrite(write: WorkloadWrite, client: WorkloadClient): Promise<Sent> {
  switch (write.do) {
    case 'create':
      return await send(client, {
        method: 'POST',
        path: pathOf(write.kind, write.object),
        body: write.object,
      });
    case 'patch':
    case 'patchStatus': {
      const { kind, object, do: what } = write;
      const under = what === 'patchStatus' ? '/status' : '';
      const body = onlyIfSame(write.patch, object);
      return await send(client, { method: 'PATCH', path: `${nameOf(kind, object)}${under}`, body });
    }
    case 'delete': {
      const { uid = '' } = write.object.metadata;
      const body = {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: 'Background',
        preconditions: { uid },
      };
      return await send(client, { method: 'DELETE', path: nameOf(write.kind, write.object), body });
    }
    case 'bind':
      return await bind(write.object, write.node, client);
    case 'tell':
      return await tell(write, client);
  }
}

function pathOf(kind: WorkloadKind, object: { readonly metadata?: unknown }): string {
  const { group, version, plural } = workloadKinds[kind];
  const namespace = textAt(object, 'metadata', 'namespace');
  const inside = namespace === '' ? '' : `/namespaces/${namespace}`;
  return `${group === '' ? '/api' : `/apis/${group}`}/${version}${inside}/${plural}`;
}

function nameOf(kind: WorkloadKind, object: KubernetesObject): string {
  return `${pathOf(kind, object)}/${object.metadata.name}`;
}

function onlyIfSame(patch: JsonObject, { metadata: { resourceVersion } }: KubernetesObject): JsonObject {
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  return { ...patch, metadata: { ...objectAt(patch, 'metadata'), ...version } };
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue | KubernetesObject;
}

async function send(client: WorkloadClient, { method, path, body }: Call): Promise<Sent> {
  const response = await client.handle({
    method,
    path,
    query: new URLSearchParams(),
    headers: {
      authorization: `Bearer ${client.token}`,
      'user-agent': 'kube-controller-manager/simulated',
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
      accept: 'application/json',
    },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
  return { status: response.status, message: response.status < 300 ? '' : messageOf(response) };
}

function messageOf({ status, body }: ApiResponse): string {
  if (isStream(body)) return `status ${status}`;
  const said: unknown = JSON.parse(Buffer.from(body).toString());
  return textAt(said, 'message') || `status ${status}`;
}

async function bind(pod: KubernetesObject, node: string, client: WorkloadClient): Promise<Sent> {
  const { name, namespace = '', uid = '' } = pod.metadata;
  const body = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid, annotations: client.annotations },
    target: { apiVersion: 'v1', kind: 'Node', name: node },
  };
  return await send(client, { method: 'POST', path: `${nameOf('Pod', pod)}/binding`, body });
}

type Telling = Extract<WorkloadWrite, { readonly do: 'tell' }>;

/** The same thing said once more counts in the event that there is. */
async function tell({ about, type, reason, message }: Telling, client: WorkloadClient): Promise<Sent> {
  const { name, namespace = '', uid = '' } = about.metadata;
  const { world } = client;
  const now = timestamp(world.now);
  const event = `${name}.${templateHash([uid, reason, message])}`;
  const known = world.get('Event', event, namespace);
  if (known !== undefined) {
    const count = Number(known.count ?? 1) + 1;
    return await send(client, {
      method: 'PATCH',
      path: nameOf('Event', known),
      body: { count, lastTimestamp: now },
    });
  }
  const body = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: event, namespace },
    involvedObject: { apiVersion: about.apiVersion, kind: about.kind, name, namespace, uid },
    reason,
    message,
    type,
    count: 1,
    firstTimestamp: now,
    lastTimestamp: now,
    source: { component: 'simulated-controllers' },
  };
  return await send(client, { method: 'POST', path: pathOf('Event', body), body });
}
