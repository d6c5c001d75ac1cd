import {
  ApiConnectionError,
  connectionError,
  type HttpResponse,
  statusOfAnswer,
  type Transport,
} from '@archipelago/kube-client';

interface PodLogPlace {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Goes on until the container ends. */
  readonly follow: boolean;
  /** How many of the last lines; undefined: all. */
  readonly tail: number | undefined;
  /** Of the container before its last restart. */
  readonly previous?: boolean;
}

/** What a cluster has of a container's log. */
export type OpenedPodLog =
  | { readonly kind: 'open'; readonly chunks: AsyncIterable<string> }
  /** The container has not begun. */
  | { readonly kind: 'waiting'; readonly message: string }
  /** The pod is gone. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly message: string };

/** Opens a log, which is read as it comes: it may be long, and may grow. Throws an ApiConnectionError without an answer. */
export async function openPodLog(transport: Transport, place: PodLogPlace): Promise<OpenedPodLog> {
  const path = pathOf(place);
  const first = await send(transport, path);
  const response =
    first.status === 401 && transport.credentialsRefused() ? await send(transport, path) : first;
  if (response.status >= 200 && response.status < 300)
    return { kind: 'open', chunks: decoded(response, { path, server: transport.server }) };
  let text = '';
  for await (const chunk of decoded(response, { path, server: transport.server })) text += chunk;
  const { code, message } = statusOfAnswer(response.status, text, undefined);
  if (code === 404) return { kind: 'gone' };
  return { kind: code === 400 ? 'waiting' : 'refused', message };
}

function pathOf({ namespace, pod, container, follow, tail, previous }: PodLogPlace): string {
  const query = new URLSearchParams({ container });
  if (follow) query.set('follow', 'true');
  if (previous === true) query.set('previous', 'true');
  if (tail !== undefined) query.set('tailLines', String(tail));
  const names = [namespace, pod].map(encodeURIComponent);
  return `/api/v1/namespaces/${names[0]}/pods/${names[1]}/log?${query}`;
}

async function send(transport: Transport, path: string): Promise<HttpResponse> {
  const headers = { Accept: '*/*', 'User-Agent': 'archipelago' };
  // nobody but the end of this process gives up a log
  const { signal } = new AbortController();
  try {
    return await transport.send({ method: 'GET', path, headers, signal });
  } catch (error) {
    throw error instanceof ApiConnectionError
      ? error
      : connectionError(`GET ${path}`, transport.server, error);
  }
}

/** Characters may be cut in two by the network. */
async function* decoded(
  { body }: HttpResponse,
  { path, server }: { readonly path: string; readonly server: string },
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  } catch (error) {
    throw connectionError(`GET ${path}`, server, error);
  }
  yield decoder.decode();
}
