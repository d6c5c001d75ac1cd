import type { HttpRequest, Transport } from '@archipelago/kube-client';

/** A request as tests count it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly isWatch: boolean;
  readonly status: number;
}

export interface Observation {
  /** Called when a request has been answered. */
  readonly onAnswer?: (seen: Seen) => void;
  /** Whether the connection breaks around this request: before the server acted, or after (never asked for watches). */
  readonly fault?: (request: HttpRequest) => 'before' | 'after' | undefined;
}

/** A transport that tells what it sent, and whose connections break when told. */
export function observedTransport(transport: Transport, options: Observation): Transport {
  return {
    ...transport,
    async send(request) {
      const isWatch = /[?&]watch=/.test(request.path);
      const fault = isWatch ? undefined : options.fault?.(request);
      if (fault === 'before') throw reset();
      const response = await transport.send(request);
      options.onAnswer?.({ method: request.method, path: request.path, isWatch, status: response.status });
      if (fault !== 'after') return response;
      // what the server did is done; its answer never comes
      for await (const chunk of response.body) void chunk;
      throw reset();
    },
  };
}

function reset(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
