import {
  formatGoDuration,
  isJsonObject,
  type JsonObject,
  parseGoDuration,
  textAt,
} from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { milestonesPlace, readMilestones } from '../../milestones.ts';

const milestone = 'clock';

/** Ten years: later times are of no use, and certificates of roots end. */
export const farthestMs = 10 * 365 * 86_400_000;

/** How a duration is written, as Go writes it: `25h0m0s`. */
export function durationText(ms: number): string {
  return formatGoDuration(BigInt(Math.trunc(ms)) * 1_000_000n);
}

/** In milliseconds; undefined for what is no duration as Go writes them. */
export function durationMs(text: string): number | undefined {
  const parsed = parseGoDuration(text);
  return parsed.ok ? Number(parsed.nanoseconds / 1_000_000n) : undefined;
}

/** Writes into the cluster how far its clock is ahead, so that it is when the cluster goes on. */
export async function rememberAhead(client: KubernetesClient, aheadMs: number): Promise<void> {
  await (await readMilestones(client)).reach(milestone, durationText(aheadMs));
}

/** How far the clock of a cluster was ahead, read before the cluster runs; 0 where nobody has moved it. */
export function rememberedAhead(read: (namespace: string, name: string) => JsonObject | undefined): number {
  const { namespace, name } = milestonesPlace;
  const data = read(namespace, name)?.data;
  const ahead = isJsonObject(data) ? durationMs(textAt(data, milestone)) : undefined;
  return ahead !== undefined && ahead > 0 && ahead <= farthestMs ? ahead : 0;
}
