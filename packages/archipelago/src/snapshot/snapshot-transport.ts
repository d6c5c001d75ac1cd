import {
  type JsonObject,
  objectAt,
  parseFieldSelector,
  parseLabelSelectorText,
  printJson,
  textAt,
} from '@archipelago/apimachinery';
import type { HttpRequest, HttpResponse, Resource, Transport } from '@archipelago/kube-client';
import { resourceName } from '@archipelago/kube-client';
import type { Snapshot, SnapshotPart } from './snapshot.ts';

/**
 * An API server that has a snapshot's objects and nothing else: what reads a cluster reads a snapshot in the same way. Nothing can be
 * written; watches stay silent. What was not looked at when it was taken is refused, as what was forbidden then, and never seems absent.
 */
export function snapshotTransport(snapshot: Snapshot): Transport {
  return {
    server: 'snapshot',
    send: async (request) => answerTo(request, snapshot),
    credentialsRefused: () => false,
    close: () => undefined,
  };
}

function answerTo(request: HttpRequest, snapshot: Snapshot): HttpResponse {
  if (request.method !== 'GET') return refusal(405, 'a snapshot cannot be written to');
  const { pathname } = new URL(request.path, 'http://snapshot.invalid');
  if (pathname === '/version') return json(200, { gitVersion: snapshot.server });
  const place = placeOf(pathname);
  if (place === undefined) return refusal(404, `a snapshot has no ${pathname}`);
  if (place.plural === undefined) return discovery(place, snapshot);
  const part = snapshot.parts.find(({ resource }) => isAt(resource, place));
  if (part === undefined || place.subresource !== undefined)
    return refusal(403, `${place.plural} are not in the snapshot`);
  const { reading } = part;
  if (reading.state === 'read') return found(request, place, { ...part, reading });
  return reading.state === 'absent' ? refusal(404, unknownKind) : unread(part, reading.code);
}

const unknownKind = 'the server could not find the requested resource';

function unread({ resource }: SnapshotPart, code: number): HttpResponse {
  return refusal(
    code === 403 ? 403 : 500,
    `${resourceName(resource)} could not be read for the snapshot (HTTP status ${code})`,
  );
}

type ReadPart = SnapshotPart & { readonly reading: { readonly state: 'read' } };

function found({ path, signal }: HttpRequest, place: Place, { reading, resource }: ReadPart): HttpResponse {
  const { searchParams } = new URL(path, 'http://snapshot.invalid');
  if (place.name !== undefined) return oneOf(reading.objects, place, resource);
  return searchParams.get('watch') === null ? listOf(reading.objects, place, searchParams) : silence(signal);
}

/** What a path names. */
interface Place {
  readonly group: string;
  readonly version: string;
  /** Absent: the group and version itself. */
  readonly plural?: string | undefined;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

function placeOf(pathname: string): Place | undefined {
  const [root, ...steps] = pathname.slice(1).split('/').map(decodeURIComponent);
  const group = root === 'apis' ? steps.shift() : '';
  const version = steps.shift();
  if ((root !== 'api' && root !== 'apis') || group === undefined || version === undefined) return undefined;
  const isNamespaced = steps[0] === 'namespaces' && steps.length > 2;
  const namespace = isNamespaced ? steps[1] : undefined;
  const [plural, name, subresource] = isNamespaced ? steps.slice(2) : steps;
  return { group, version, plural, namespace, name, subresource };
}

function isAt(resource: Resource, { group, version, plural }: Place): boolean {
  return resource.group === group && resource.version === version && resource.plural === plural;
}

/** Which kinds of a group and version there are. */
function discovery({ group, version }: Place, { parts }: Snapshot): HttpResponse {
  const served = parts.filter(
    ({ resource, reading }) =>
      resource.group === group && resource.version === version && reading.state !== 'absent',
  );
  if (served.length === 0) return refusal(404, unknownKind);
  const resources = served.map(({ resource: { plural, kind, namespaced } }) => ({
    ...{ name: plural, singularName: '', namespaced, kind, verbs: ['get', 'list'] },
  }));
  const groupVersion = group === '' ? version : `${group}/${version}`;
  return json(200, { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources });
}

function oneOf(
  objects: readonly JsonObject[],
  { namespace = '', name }: Place,
  resource: SnapshotPart['resource'],
): HttpResponse {
  const found = objects.find(
    (one) => textAt(one, 'metadata', 'name') === name && textAt(one, 'metadata', 'namespace') === namespace,
  );
  return found === undefined
    ? refusal(404, `${resourceName(resource)} "${name}" not found`)
    : json(200, found);
}

function listOf(
  objects: readonly JsonObject[],
  { namespace }: Place,
  parameters: URLSearchParams,
): HttpResponse {
  const labels = parseLabelSelectorText(parameters.get('labelSelector') ?? '');
  const fields = parseFieldSelector(parameters.get('fieldSelector') ?? '');
  if (!labels.ok) return refusal(400, labels.message);
  if (!fields.ok) return refusal(400, fields.message);
  const items = objects.filter(
    (one) =>
      (namespace === undefined || textAt(one, 'metadata', 'namespace') === namespace) &&
      labels.selector.matches(textsOf(objectAt(one, 'metadata', 'labels'))) &&
      fields.selector.matches(selectableFields(one)),
  );
  return json(200, { kind: 'List', apiVersion: 'v1', metadata: { resourceVersion: '1' }, items });
}

function selectableFields(object: JsonObject): Readonly<Record<string, string>> {
  return {
    'metadata.name': textAt(object, 'metadata', 'name'),
    'metadata.namespace': textAt(object, 'metadata', 'namespace'),
    'spec.nodeName': textAt(object, 'spec', 'nodeName'),
    'spec.type': textAt(object, 'spec', 'type'),
  };
}

function textsOf(object: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Nothing changes any more. */
function silence(signal: AbortSignal): HttpResponse {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: {
      async *[Symbol.asyncIterator]() {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        yield* [];
      },
    },
  };
}

const reasons: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
};

function refusal(code: number, message: string): HttpResponse {
  const reason = reasons[code] ?? 'InternalError';
  return json(code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code });
}

function json(status: number, body: JsonObject): HttpResponse {
  const bytes = new TextEncoder().encode(printJson(body));
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: {
      async *[Symbol.asyncIterator]() {
        yield bytes;
      },
    },
  };
}
