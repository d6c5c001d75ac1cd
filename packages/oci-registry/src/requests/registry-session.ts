import type { Backoff, Clock } from '@archipelago/apimachinery';
import type { Outcome } from '../outcomes/outcome.ts';
import { BoundedCache } from '../sharing/bounded-cache.ts';
import { CallsUnderWay } from '../sharing/calls-under-way.ts';
import { HostGates } from './host-gates.ts';
import type { HttpTransport } from './http-exchange.ts';

/** How much and how long. */
export interface RegistryLimits {
  /** Requests to one host at a time; at least 2. */
  readonly requestsPerHost: number;
  /** Images of one registry looked into at a time. */
  readonly inspections: number;
  /** How often a request is tried before its failure counts. */
  readonly attempts: number;
  readonly backoff: Backoff;
  /** How long nothing may come before an attempt is given up. */
  readonly silenceMs: number;
  /** How long a request may take with all its attempts. */
  readonly wholeMs: number;
  /** The same for one that carries a blob. */
  readonly transferMs: number;
  readonly manifestBytes: number;
  readonly configBytes: number;
  /** Images of one index that are looked into. */
  readonly children: number;
  /** What is sent in one request of an upload, and so kept in memory. */
  readonly chunkBytes: number;
  /** Manifests and configs kept in memory. */
  readonly cacheBytes: number;
  /** Images known by digest. */
  readonly cachedImages: number;
}

/** Limits that suit a program which asks a few registries about hundreds of images. */
export const standardLimits: RegistryLimits = {
  requestsPerHost: 4,
  inspections: 16,
  attempts: 4,
  backoff: { baseMs: 500, capMs: 15_000 },
  silenceMs: 15_000,
  wholeMs: 60_000,
  transferMs: 3_600_000,
  manifestBytes: 4 * 1024 * 1024,
  configBytes: 4 * 1024 * 1024,
  children: 64,
  chunkBytes: 4 * 1024 * 1024,
  cacheBytes: 4 * 1024 * 1024,
  cachedImages: 4000,
};

/** How a registry wants to be told who asks, learnt from its first 401. */
export type KnownScheme =
  | { readonly kind: 'basic' }
  | { readonly kind: 'bearer'; readonly realm: string; readonly service: string | undefined };

export interface Token {
  readonly authorization: string;
  /** By the clock's monotonic time. */
  readonly expiresMs: number;
}

/** What requests share: connections, manners, memory of how registries want to be asked. */
export interface RegistrySession {
  readonly transport: HttpTransport;
  readonly clock: Clock;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly limits: RegistryLimits;
  readonly gates: HostGates;
  /** By identity of the access, host, and whether certificates are checked there. */
  readonly schemes: BoundedCache<KnownScheme>;
  readonly tokens: BoundedCache<Token>;
  readonly tokenCalls: CallsUnderWay<Outcome<Token>>;
  /** Insecure hosts by what they speak. */
  readonly protocols: BoundedCache<'http:' | 'https:'>;
}

const rememberedHosts = 1000;

/** A session over a transport that is there already; nothing is asked before its first call. */
export function newSession(
  machine: Pick<RegistrySession, 'transport' | 'clock' | 'random'>,
  limits: RegistryLimits,
): RegistrySession {
  return {
    ...machine,
    limits,
    gates: new HostGates(machine.clock, Math.max(2, limits.requestsPerHost)),
    schemes: new BoundedCache(rememberedHosts),
    tokens: new BoundedCache(rememberedHosts),
    tokenCalls: new CallsUnderWay(),
    protocols: new BoundedCache(rememberedHosts),
  };
}
