import type { Faults, Handle } from './faults/faults.ts';
import type { InProcessTransport } from './in-process-transport.ts';
import type { User } from './requests/api-request.ts';

/** A cluster of a test's own. */
export interface Sandbox {
  readonly server: 'embedded' | 'kube-apiserver';
  /** On the loopback interface; of a sandbox without a socket it names nothing that answers. */
  readonly url: string;
  /** PEM; undefined for plain HTTP. */
  readonly caCertificate: string | undefined;
  /** Of `system:masters`. */
  readonly adminToken: string;
  /** What goes wrong, on the port and in this process alike. */
  readonly faults: Faults;
  /** A kubeconfig of the administrator, or of the user of a token. */
  kubeconfig(token?: string, namespace?: string): string;
  /** A bearer token of a new user, who may what RBAC gives their name and groups. */
  addUser(user: User): string;
  /** Speaks to it without a socket, as the administrator or the user of a token. */
  transport(token?: string): InProcessTransport;
  /** The same by hand: one request, one answer. The Authorization header counts. */
  readonly handle: Handle;
  /** Ends it; nothing of it is left. */
  stop(): Promise<void>;
}
