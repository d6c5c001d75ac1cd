import { type Clock, systemClock } from '@archipelago/apimachinery';
import type { ImageInfo } from './inspecting/image-info.ts';
import { type InspectedImage, inspectImage } from './inspecting/inspect-image.ts';
import { fromAnySource } from './mirrors/from-any-source.ts';
import type { PullSource } from './mirrors/pull-sources.ts';
import { type Outcome, type RegistryFailure, succeeded } from './outcomes/outcome.ts';
import { headManifest } from './pulling/fetch-manifest.ts';
import type { ImagePlace } from './pulling/image-place.ts';
import { type ImageReference, printImageReference } from './references/image-reference.ts';
import type { InspectRequest, RegistryClient } from './registry-client.ts';
import type { AddressPolicy } from './requests/address-policy.ts';
import type { ProxySettings } from './requests/choose-proxy.ts';
import { abandonedCall } from './requests/connection-failure.ts';
import { HostGates } from './requests/host-gates.ts';
import type { HttpTransport } from './requests/http-exchange.ts';
import { identityOf } from './requests/registry-call.ts';
import {
  newSession,
  type RegistryLimits,
  type RegistrySession,
  standardLimits,
} from './requests/registry-session.ts';
import { BoundedCache } from './sharing/bounded-cache.ts';
import { CallsUnderWay } from './sharing/calls-under-way.ts';
import { nodeHttpTransport } from './transport/node-http-transport.ts';

/** What a client is made of; everything has a usual value. */
export interface RegistryClientOptions {
  readonly proxy?: ProxySettings;
  /** Which addresses may be reached, asked for each request; usually all but this machine where a registry leads to it. A `transport` that is given judges for itself. */
  readonly addresses?: () => AddressPolicy;
  readonly transport?: HttpTransport;
  readonly clock?: Clock;
  /** Numbers in [0, 1), for jitter. */
  readonly random?: () => number;
  readonly limits?: Partial<RegistryLimits>;
}

/** A session for requests to registries; reading and pushing may share one. Closing its transport ends it. */
export function createRegistrySession(options: RegistryClientOptions = {}): RegistrySession {
  const { proxy, addresses, clock = systemClock, random = Math.random } = options;
  const transport = options.transport ?? nodeHttpTransport({ proxy, addresses });
  return newSession({ transport, clock, random }, { ...standardLimits, ...options.limits });
}

/** A client that remembers images by digest: asking again about a tag costs one HEAD while it does not move. */
export function createRegistryClient(options: RegistryClientOptions = {}): RegistryClient {
  return new CachingRegistryClient(createRegistrySession(options));
}

class CachingRegistryClient implements RegistryClient {
  readonly #session: RegistrySession;
  /** By registry: one that hangs holds up its own images only. */
  readonly #gates: HostGates;
  readonly #calls = new CallsUnderWay<Outcome<ImageInfo>>();
  /** By place, rights and digest: what one user may see is not told another. */
  readonly #images: BoundedCache<InspectedImage>;
  /** The digest each tag had. */
  readonly #digests: BoundedCache<string>;

  constructor(session: RegistrySession) {
    this.#session = session;
    this.#gates = new HostGates(session.clock, session.limits.inspections);
    this.#images = new BoundedCache(session.limits.cachedImages);
    this.#digests = new BoundedCache(session.limits.cachedImages);
  }

  inspect(reference: ImageReference, request: InspectRequest): Promise<Outcome<ImageInfo>> {
    const { access, rules, sizes } = request;
    const key = JSON.stringify([printImageReference(reference), identityOf(access), rules, sizes]);
    const abandoned = () =>
      abandonedCall({ host: reference.registry, asked: `manifest of ${printImageReference(reference)}` });
    return this.#calls.run(key, request.signal, {
      start: (signal) => this.#admitted(reference, { ...request, signal }, abandoned),
      abandoned,
    });
  }

  close(): void {
    this.#session.transport.close();
  }

  async #admitted(
    reference: ImageReference,
    request: InspectRequest,
    abandoned: () => RegistryFailure,
  ): Promise<Outcome<ImageInfo>> {
    const leave = await this.#gates.enter(reference.registry, request.signal);
    if (leave === undefined) return abandoned();
    try {
      return await this.#anywhere(reference, request);
    } finally {
      leave();
    }
  }

  async #anywhere(reference: ImageReference, request: InspectRequest): Promise<Outcome<ImageInfo>> {
    return fromAnySource(reference, request.rules, async (source) => {
      const found = await this.#at(source, request);
      return found.kind === 'ok' ? succeeded({ ...found.value, reference, source: source.reference }) : found;
    });
  }

  async #at(source: PullSource, request: InspectRequest): Promise<Outcome<InspectedImage>> {
    const { reference, insecure } = source;
    const { access, signal, sizes } = request;
    const place: ImagePlace = { reference, insecure, access, signal };
    const name = JSON.stringify([printImageReference(reference), insecure, identityOf(access), sizes]);
    const known = await this.#known(place, name);
    if (known !== undefined) return known;
    const inspected = await inspectImage(this.#session, place, sizes);
    if (inspected.kind === 'ok') {
      this.#digests.set(name, inspected.value.digest);
      this.#images.set(`${name} ${inspected.value.digest}`, inspected.value);
    }
    return inspected;
  }

  /** Undefined: it has to be looked into. */
  async #known(place: ImagePlace, name: string): Promise<Outcome<InspectedImage> | undefined> {
    const before = this.#digests.get(name);
    if (before === undefined) return undefined;
    const now =
      place.reference.digest === undefined ? await headManifest(this.#session, place) : succeeded(before);
    // some registries, and proxies before them, know no HEAD
    if (now.kind === 'refused') return undefined;
    if (now.kind !== 'ok') return now;
    const image = this.#images.get(`${name} ${now.value ?? ''}`);
    return image === undefined ? undefined : succeeded(image);
  }
}
