import type { HttpRequest, Transport } from '@archipelago/kube-client';

/** A transport on which somebody else comes first: what `meddle` does is done before the request is sent. */
export function meddlingTransport(
  transport: Transport,
  meddle: (request: HttpRequest) => Promise<void>,
): Transport {
  return {
    ...transport,
    async send(request) {
      await meddle(request);
      return transport.send(request);
    },
  };
}

/** Lets somebody come before the first request of a kind, and before no other. */
export function once(
  isMeant: (request: HttpRequest) => boolean,
  act: () => Promise<void>,
): (request: HttpRequest) => Promise<void> {
  let isDone = false;
  return async (request) => {
    if (isDone || !isMeant(request)) return;
    isDone = true;
    await act();
  };
}
