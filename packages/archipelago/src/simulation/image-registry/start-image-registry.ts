import { randomInt, randomUUID } from 'node:crypto';
import { createCertificates, type Environment, isOwnHost } from '@archipelago/kube-sandbox';
import type { AccessControl } from './access-control.ts';
import { answerCall, type RegistryState } from './answer-call.ts';
import { architecturesIn } from './architectures-in.ts';
import { BlobUploads } from './blob-uploads.ts';
import { buildImage, type ImageContent } from './build-image.ts';
import { ImageStore } from './image-store.ts';
import { errorAnswer } from './registry-answer.ts';
import type { RegistryFault } from './registry-fault.ts';
import { BODY_LIMIT, listenRegistry, type RegistryServing } from './registry-server.ts';
import { RegistryUsers } from './registry-users.ts';
import { type RegistryRequestLine, RequestLog } from './request-log.ts';
import { isRepositoryName, isTag } from './route.ts';
import { TokenService } from './token-service.ts';

/** How a registry is started; everything has a usual value. */
export interface ImageRegistryOptions {
  /** 0 or absent: a free one. */
  readonly port?: number;
  /** What else clients may call it, behind a proxy; 127.0.0.1, localhost and [::1] always. */
  readonly names?: readonly string[];
  /** HTTPS, with a certificate of an authority made for this registry. */
  readonly tls?: boolean;
  /** Names and passwords of those who may pull, push and delete; everyone may when absent. */
  readonly users?: Readonly<Record<string, string>>;
  /** `pull`: who proves nothing may pull; only beside `users`, who then prove themselves by `basic`. */
  readonly anonymous?: 'pull';
  /** How users prove themselves: `basic` when absent and there are users. `bearer` without users gives everyone tokens to pull. */
  readonly auth?: 'basic' | 'bearer';
  /** Time and chance; the machine's when absent. */
  readonly environment?: Environment;
}

/**
 * A registry for tests and the sandbox: it speaks the distribution interface as a small real one does, on the loopback interface,
 * and holds everything in memory.
 */
export interface ImageRegistry {
  /** `127.0.0.1:PORT`, as image references name it. */
  readonly host: string;
  /** `http://` or `https://` and the host. */
  readonly url: string;
  /** PEM, with TLS. */
  readonly caCertificate: string | undefined;
  /** The latest 10,000, oldest first. */
  readonly requests: readonly RegistryRequestLine[];
  /**
   * Makes a simulated image and holds it under a tag: one platform gives a manifest, several an index. Returns its digest; the
   * same content has the same digest. Throws when the names cannot be those of an image.
   */
  push(repository: string, tag: string, image: ImageContent): string;
  /** Which architectures it has something for under a digest or a tag; undefined: it does not have that. */
  architectures(repository: string, reference: string): readonly string[] | undefined;
  /** From now on every request is answered so; undefined: as usual. */
  fail(fault: RegistryFault | undefined): void;
  /** Ends all connections. */
  stop(): Promise<void>;
}

const MACHINE: Environment = { now: Date.now, uuid: randomUUID, random: (limit) => randomInt(limit) };

/** What is served, and what goes wrong with it. */
class RegistryInside implements RegistryServing {
  readonly requests = new RequestLog();
  readonly #state: RegistryState;
  readonly #names: readonly string[];
  #fault: RegistryFault | undefined;

  constructor(state: RegistryState, names: readonly string[]) {
    this.#state = state;
    this.#names = names;
  }

  isMeant(host: string | undefined): boolean {
    return isOwnHost(host) || (host !== undefined && this.#names.includes(host));
  }

  answer(call: Parameters<RegistryServing['answer']>[0]) {
    return answerCall(this.#state, call);
  }

  fault(): RegistryFault | undefined {
    return this.#fault;
  }

  fail(fault: RegistryFault | undefined): void {
    this.#fault = fault;
  }

  tooLarge() {
    return errorAnswer('SIZE_INVALID', { message: `a request may have ${BODY_LIMIT} bytes` });
  }

  log(line: RegistryRequestLine): void {
    this.requests.add(line);
  }

  push(repository: string, tag: string, image: ImageContent): string {
    if (!isRepositoryName(repository)) throw new Error(`${repository}: no name of a repository`);
    if (!isTag(tag)) throw new Error(`${tag}: no tag`);
    return this.#state.store.putImage(repository, tag, buildImage(image));
  }

  architectures(repository: string, reference: string): readonly string[] | undefined {
    const { store } = this.#state;
    return architecturesIn(store, repository, store.tag(repository, reference) ?? reference);
  }
}

function accessControl(options: ImageRegistryOptions, environment: Environment): AccessControl {
  const { users, auth } = options;
  const known = users === undefined ? undefined : new RegistryUsers(users);
  if (known === undefined && auth === 'basic') throw new Error('auth: basic asks for passwords; name users');
  if (auth === 'bearer') return { kind: 'bearer', tokens: new TokenService(known, environment) };
  return known === undefined
    ? { kind: 'open' }
    : { kind: 'basic', users: known, anonymous: options.anonymous };
}

/** Starts a registry. */
export async function startImageRegistry(options: ImageRegistryOptions = {}): Promise<ImageRegistry> {
  const { port = 0, tls = false, environment = MACHINE } = options;
  const certificates = tls
    ? await createCertificates(environment.now(), ['127.0.0.1', 'localhost'])
    : undefined;
  const inside = new RegistryInside(
    {
      store: new ImageStore(),
      uploads: new BlobUploads(environment),
      access: accessControl(options, environment),
    },
    options.names ?? [],
  );
  const listening = await listenRegistry(inside, port, certificates);
  const host = `127.0.0.1:${listening.port}`;
  return {
    host,
    url: `${tls ? 'https' : 'http'}://${host}`,
    caCertificate: certificates?.caCertificate,
    requests: inside.requests.lines,
    push: (repository, tag, image) => inside.push(repository, tag, image),
    architectures: (repository, reference) => inside.architectures(repository, reference),
    fail: (fault) => inside.fail(fault),
    stop: () => listening.close(),
  };
}
