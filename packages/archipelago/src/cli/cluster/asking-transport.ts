import { systemClock } from '@archipelago/apimachinery';
import {
  ApiConnectionError,
  type HttpRequest,
  type HttpResponse,
  type Transport,
} from '@archipelago/kube-client';

const unauthorized = 401;

/**
 * The way to a server for a person who waits: `tell` hears each request with its answer and its time. A server that does not know who asks
 * ends everything at once, and so does what is no API server. Requests throw an ApiConnectionError (`credentials`, `malformed`) then.
 */
export function askingTransport(transport: Transport, tell?: (line: string) => void): Transport {
  let isRenewed = false;
  return {
    server: transport.server,
    send: async (request) => {
      const response = await told(transport, request, tell);
      if (response.status === unauthorized && isRenewed) throw refused(transport);
      if (!request.path.includes('/proxy/')) demandApiServer(response, transport);
      isRenewed &&= response.status === unauthorized;
      return response;
    },
    credentialsRefused: () => {
      isRenewed = transport.credentialsRefused();
      if (!isRenewed) throw refused(transport);
      return true;
    },
    close: () => transport.close(),
  };
}

function refused({ server }: Transport): ApiConnectionError {
  return new ApiConnectionError(
    'credentials',
    `the API server at ${server} does not know who asks (401 Unauthorized)`,
  );
}

/** What stands before a server, or in its place, sends elsewhere, wants a login of its own, or answers with a page for people. */
function demandApiServer({ status, headers }: HttpResponse, { server }: Transport): void {
  const { location, 'content-type': type = '' } = headers;
  const isElsewhere = status >= 300 && status < 400 && location !== undefined;
  if (!isElsewhere && !isOfGateway(status, type) && !type.startsWith('text/html')) return;
  const how = isElsewhere ? `sends us to ${location}` : (proxyAnswers[status] ?? 'answers with a web page');
  throw new ApiConnectionError(
    'malformed',
    `${server}: a proxy or another web server ${how} (HTTP ${status})`,
  );
}

/** Whatever it says, but for 503: an API server says that, too, in plain text, of an aggregated API whose service is away. */
function isOfGateway(status: number, type: string): boolean {
  return status === 407 || ((status === 502 || status === 504) && !type.startsWith('application/json'));
}

const proxyAnswers: Readonly<Record<number, string>> = {
  407: 'wants a login of its own',
  502: 'has no connection to the API server',
  503: 'says that the API server is not available',
  504: 'waits for the API server in vain',
};

async function told(transport: Transport, request: HttpRequest, tell?: (line: string) => void) {
  if (tell === undefined) return transport.send(request);
  const since = systemClock.monotonic();
  const line = (end: string) => {
    const milliseconds = Math.round(systemClock.monotonic() - since);
    tell(
      `${request.method} ${transport.server.replace(/\/$/, '')}${request.path} ${end} in ${milliseconds} ms`,
    );
  };
  try {
    const response = await transport.send(request);
    line(String(response.status));
    return response;
  } catch (error) {
    line(error instanceof Error ? error.message : String(error));
    throw error;
  }
}
