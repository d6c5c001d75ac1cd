import type { JsonObject } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Transport } from '@archipelago/kube-client';

/** An API server for one world: a test's cluster, with its users and actors. */
export interface TestServer {
  readonly name: 'embedded' | 'kubernetes';
  /** How much faster than the machine's the operator's time may run there. */
  readonly hurry: number;
  /** How long to wait between two looks at whether the operator has come to rest. */
  readonly lookMs: number;
  /** Of the administrator, who is not the operator. */
  admin(): Transport;
  operator(): Transport;
  /** Stops the API server and starts it again, with the same certificate or another one; undefined where that cannot be done. */
  readonly restart?: (certificate: 'same' | 'renewed') => Promise<void>;
  /** Makes it forget its history up to now. */
  readonly compact?: () => Promise<void>;
  /**
   * Puts in what `remember` kept of earlier servers, as it was stored there, and returns the definitions that are still to be
   * created. Without it a world's CustomResourceDefinitions are most of its cost.
   */
  readonly recall?: (definitions: readonly JsonObject[]) => readonly JsonObject[];
  /** Keeps definitions that are served now, for later servers of this process. */
  readonly remember?: (definitions: readonly JsonObject[]) => void;
  /** Ends the world; nothing of it is left. */
  release(): Promise<void>;
}

/** Gives servers for worlds, one after the other or many at a time. */
export interface TestServers {
  readonly name: TestServer['name'];
  /** Whether worlds may exist at the same time. */
  readonly areSeparate: boolean;
  lease(platform: 'kubernetes' | 'openshift'): Promise<TestServer>;
  stop(): Promise<void>;
}

/** A client of the administrator. */
export function adminClient(server: TestServer): KubernetesClient {
  return createKubernetesClient({ transport: server.admin(), userAgent: 'test', fieldManager: 'test' });
}
