import type { ProbeFailure } from './image-knowledge.ts';

/** What to do about a registry that does not tell. */
export const probeFixes: Readonly<Record<ProbeFailure, string>> = {
  unreachable:
    'check that the registry is reached from here: network policy, proxy, name, mirror; one without TLS belongs into spec.storageImport.insecureRegistries',
  unauthorized: 'add a secretRef to the template, or a pull secret for the registry',
  absent: 'check repository and tag of the image',
  rateLimited: 'wait, or add credentials that have a higher limit',
  malformed: 'check what answers under the address: it is no registry, or its manifest is broken',
  refused: 'correct the reference of the image',
};
