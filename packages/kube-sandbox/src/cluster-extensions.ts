import type { KnownUsers } from './authorization/known-users.ts';
import { answerExtension } from './extensions/answer-extension.ts';
import type { Extension } from './extensions/extension.ts';
import type { Handle } from './faults/faults.ts';
import { type InProcessTransport, inProcessTransport } from './in-process-transport.ts';
import type { ApiRequest, User } from './requests/api-request.ts';
import type { ApiResponse } from './requests/api-response.ts';
import { parsePath } from './requests/parse-path.ts';

/** An API that code of the server's user answers; it speaks to the cluster without a socket. */
export type ClusterExtension = Extension<InProcessTransport>;

interface Surroundings {
  readonly users: KnownUsers;
  readonly handle: Handle;
  readonly stopping: AbortSignal;
}

interface Connected {
  readonly extension: ClusterExtension;
  readonly transport: InProcessTransport;
}

/** The APIs of one server that code of its user answers. */
export class ClusterExtensions {
  readonly #connected: readonly Connected[];
  readonly #stopping: AbortSignal;

  constructor(extensions: readonly ClusterExtension[], { users, handle, stopping }: Surroundings) {
    this.#stopping = stopping;
    this.#connected = extensions.map((extension) => {
      const adminToken = users.add(extension.as);
      return { extension, transport: inProcessTransport({ url: 'http://127.0.0.1', adminToken, handle }) };
    });
  }

  /** Undefined for a request to something else. */
  answer(request: ApiRequest, user: User): Promise<ApiResponse> | undefined {
    const parsed = parsePath(request.path);
    if (parsed.kind !== 'resource') return undefined;
    const { path } = parsed;
    const found = this.#connected.find(
      ({ extension: { group, version } }) => group === path.group && version === path.version,
    );
    if (found === undefined) return undefined;
    const { extension, transport } = found;
    return answerExtension(extension, { request, path, user, signal: this.#stopping }, (asked) =>
      extension.answer(asked, transport),
    );
  }
}
