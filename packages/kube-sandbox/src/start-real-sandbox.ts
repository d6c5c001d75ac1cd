import { randomUUID } from 'node:crypto';
import { systemClock } from '@archipelago/apimachinery';
import { printKubeconfig } from './certificates/print-kubeconfig.ts';
import { Faults, type Handle } from './faults/faults.ts';
import { inProcessTransport } from './in-process-transport.ts';
import { type ControlPlane, startControlPlane } from './real/control-plane.ts';
import type { SignedPair } from './real/kubernetes-authority.ts';
import type { ApiRequest, User } from './requests/api-request.ts';
import { listen } from './rest/http-server.ts';
import type { Sandbox } from './sandbox.ts';

interface RealSandboxOptions {
  /** A folder with etcd and kube-apiserver, such as KUBEBUILDER_ASSETS names; kube-controller-manager is started where it is there. */
  readonly assets: string;
  /** `in-process`: nothing of this process listens, for `transport` and `handle`. */
  readonly listen?: 'loopback' | 'in-process';
  /** Further flags of kube-apiserver. */
  readonly flags?: readonly string[];
}

/** Users by the tokens that this process gave them. To the server each of them has a certificate. */
class TokenUsers {
  readonly #pairs = new Map<string, Promise<SignedPair>>();

  add(pair: Promise<SignedPair>): string {
    const token = randomUUID();
    // who asks hears of a failure; nobody may ask
    pair.catch(() => undefined);
    this.#pairs.set(token, pair);
    return token;
  }

  of({ headers }: ApiRequest): Promise<SignedPair> | undefined {
    const [, token = ''] = /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '') ?? [];
    return this.#pairs.get(token);
  }
}

/**
 * Starts a real kube-apiserver with an etcd of its own, as child processes on the loopback interface. Between it and those who ask
 * stands a plain port of this process, so that faults work as on the embedded server.
 */
export async function startRealSandbox(options: RealSandboxOptions): Promise<Sandbox> {
  const plane = await startControlPlane(options.assets, options.flags ?? []);
  const users = new TokenUsers();
  const faults = new Faults(systemClock);
  const handle = faults.around(async (request) => plane.forwarder.send(request, await users.of(request)));
  try {
    const nobody = { port: 0, close: async () => {} };
    const listening = options.listen === 'in-process' ? nobody : await listen(handle, 0, undefined);
    return sandboxOf(plane, { users, faults, handle, listening });
  } catch (error) {
    await plane.stop();
    throw error;
  }
}

interface Parts {
  readonly users: TokenUsers;
  readonly faults: Faults;
  readonly handle: Handle;
  readonly listening: Awaited<ReturnType<typeof listen>>;
}

function sandboxOf(plane: ControlPlane, { users, faults, handle, listening }: Parts): Sandbox {
  const url = `http://127.0.0.1:${listening.port}`;
  const adminToken = users.add(Promise.resolve(plane.admin));
  const cluster = { url, adminToken, handle };
  return {
    ...cluster,
    server: 'kube-apiserver',
    caCertificate: undefined,
    faults,
    kubeconfig: (token = adminToken, namespace = 'default') =>
      printKubeconfig({ name: 'sandbox', url, caCertificate: undefined, user: 'sandbox', token, namespace }),
    addUser: ({ name, groups }: User) => users.add(plane.authority.client(name, groups)),
    transport: (token) => inProcessTransport(cluster, token),
    async stop() {
      faults.stop();
      await listening.close();
      await plane.stop();
    },
  };
}
