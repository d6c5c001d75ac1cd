import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, notFound, notImplemented } from '../refusals/status.ts';
import type { ApiResponse, BodyStream } from '../requests/api-response.ts';
import { UNCACHED } from '../requests/uncached.ts';
import { resourceSubject } from '../resources/resource-type.ts';
import type { ContainerLogs } from '../storage/container-logs.ts';
import { keyOf } from './create.ts';

/** GET of `pods/NAME/log`: what a container of a pod that an actor runs has said. */
export function podLog(call: Call): ApiResponse | Refusal {
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const pod = call.type.behaviour.fromStorage(stored.object);
  const container = containerOf(pod, call.request.query.get('container') ?? '');
  if (container instanceof Refusal) return container;
  const options = readOptions(call.request.query);
  if (options instanceof Refusal) return options;
  const { logs } = call.server;
  const uid = textAt(metadataOf(pod), 'uid');
  const text = logs.read(uid, container);
  if (text === undefined) return notBegun(pod, container);
  const first = part(text, options);
  const body = options.follow ? following({ logs, uid, container, first }, call.server.stopping) : first;
  return { status: 200, headers: { ...UNCACHED, 'content-type': 'text/plain' }, body };
}

/** The container that is meant; the only one when none is named. */
function containerOf(pod: JsonObject, named: string): string | Refusal {
  const spec = objectAt(pod, 'spec');
  const { name } = metadataOf(pod);
  const [containers, init, ephemeral] = ['containers', 'initContainers', 'ephemeralContainers'].map((list) =>
    objectsAt(spec, list).map((one) => textAt(one, 'name')),
  );
  if (named !== '')
    return [containers, init, ephemeral].flat().includes(named)
      ? named
      : badRequest(`container ${named} is not valid for pod ${String(name)}`);
  const [only = '', ...others] = containers ?? [];
  if (others.length === 0) return only;
  const initializing = init?.length ? ` or one of the init containers: [${init.join(' ')}]` : '';
  return badRequest(
    `a container name must be specified for pod ${String(name)}, choose one of: [${[only, ...others].join(' ')}]${initializing}`,
  );
}

interface LogOptions {
  readonly follow: boolean;
  /** Undefined: all of them. */
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
}

const unknown = ['previous', 'sinceSeconds', 'sinceTime', 'timestamps', 'stream'];

function readOptions(query: URLSearchParams): LogOptions | Refusal {
  const asked = unknown.find((name) => !['', 'false', 'All', null].includes(query.get(name)));
  if (asked !== undefined) return notImplemented(`${asked} of pods/log`);
  const [tailLines, limitBytes] = [number(query, 'tailLines', 0), number(query, 'limitBytes', 1)];
  if (tailLines instanceof Refusal) return tailLines;
  if (limitBytes instanceof Refusal) return limitBytes;
  const follow = query.get('follow') ?? 'false';
  return { follow: follow !== 'false' && follow !== '0', tailLines, limitBytes };
}

function number(query: URLSearchParams, name: string, least: number): number | undefined | Refusal {
  const text = query.get(name) ?? '';
  if (text === '') return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least) return value;
  return badRequest(
    `${name}: Invalid value: ${JSON.stringify(text)}: must be a whole number of at least ${least}`,
  );
}

function part(text: string, { tailLines, limitBytes }: LogOptions): string {
  const tail = tailLines === undefined ? text : lastLines(text, tailLines);
  return limitBytes === undefined ? tail : Buffer.from(tail).subarray(0, limitBytes).toString('utf8');
}

function lastLines(text: string, count: number): string {
  if (count === 0) return '';
  const lines = text.split(/(?<=\n)/);
  return lines.slice(-count).join('');
}

interface Followed {
  readonly logs: ContainerLogs;
  readonly uid: string;
  readonly container: string;
  readonly first: string;
}

function following({ logs, uid, container, first }: Followed, stopping: AbortSignal): BodyStream {
  return {
    start(sink) {
      if (first !== '') sink.write(first);
      const leave = logs.follow(uid, container, {
        more: (text) => sink.write(text),
        end: () => sink.end(),
      });
      const stop = () => {
        leave();
        sink.end();
      };
      stopping.addEventListener('abort', stop, { once: true });
      return () => {
        leave();
        stopping.removeEventListener('abort', stop);
      };
    },
  };
}

/** In the words of a kubelet; a pod that nobody runs says nothing ever. */
function notBegun(pod: JsonObject, container: string): Refusal {
  const { name } = metadataOf(pod);
  const status = objectAt(pod, 'status');
  const found = [
    ...objectsAt(status, 'initContainerStatuses'),
    ...objectsAt(status, 'containerStatuses'),
  ].find((one) => textAt(one, 'name') === container);
  const reason = textAt(objectAt(objectAt(found ?? {}, 'state'), 'waiting'), 'reason');
  return reason === ''
    ? notImplemented(
        `pods/log of ${String(name)}: no container of it runs; only the pods of jobs have any here, where something plays the job controller`,
      )
    : badRequest(
        `container ${JSON.stringify(container)} in pod ${JSON.stringify(name)} is waiting to start: ${reason}`,
      );
}
