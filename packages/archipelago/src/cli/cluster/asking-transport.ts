import { systemClock } from '@archipelago/apimachinery';
import { ApiConnectionError, type HttpRequest, type Transport } from '@archipelago/kube-client';

const unauthorized = 401;

/**
 * The way to a server for a person who waits: `tell` hears each request with its answer and its time, and a server that does not know who asks
 * ends everything at once. Requests throw an ApiConnectionError (`credentials`) then.
 */
export function askingTransport(transport: Transport, tell?: (line: string) => void): Transport {
  let isRenewed = false;
  return {
    server: transport.server,
    send: async (request) => {
      const response = await told(transport, request, tell);
      if (response.status === unauthorized && isRenewed) throw refused(transport);
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
    `the API server at ${server} does not know who asks (401 Unauthorized); log in again, or choose another login with --kubeconfig or --context`,
  );
}

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
