import { HostGates } from '../requests/host-gates.ts';
import type { RegistrySession } from '../requests/registry-session.ts';

const known = new WeakMap<RegistrySession, HostGates>();

/**
 * Copies that read from one host at the same time. Each holds a request there while it makes another to push: were there as many
 * as a host takes requests, all would wait for each other.
 */
export function transferGates(session: RegistrySession): HostGates {
  const found = known.get(session);
  if (found !== undefined) return found;
  const most = Math.max(1, Math.floor(session.limits.requestsPerHost / 2));
  const gates = new HostGates(session.clock, most);
  known.set(session, gates);
  return gates;
}
