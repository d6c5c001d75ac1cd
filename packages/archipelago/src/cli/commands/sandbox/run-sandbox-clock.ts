import { objectAt, textAt, visibleText } from '@archipelago/apimachinery';
import type { KubernetesStatus } from '@archipelago/kube-client';
import { advancePath, clockPath } from '../../../simulation/actors/clock/clock-api.ts';
import { durationMs, durationText } from '../../../simulation/actors/clock/clock-memory.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';

/** The options of `sandbox clock`, as they were written. */
export type SandboxClockOptions = Pick<ClusterOptions, 'kubeconfig' | 'context'>;

/** Prints the time of an embedded cluster that runs, moved on first where that is asked for; 0. */
export async function runSandboxClock(
  written: string | undefined,
  options: SandboxClockOptions,
  io: Io,
): Promise<number> {
  const request =
    written === undefined
      ? ({ method: 'GET', path: clockPath } as const)
      : ({ method: 'PUT', path: advancePath, body: { by: durationText(parseAdvance(written)) } } as const);
  const { now, ahead } = await withClient(options, async (client, { server }) => {
    const answer = await client.raw(request);
    if (!answer.ok) throw new UsageError(refused(answer.status, server));
    const status = objectAt(answer.value, 'status');
    return { now: textAt(status, 'now'), ahead: textAt(status, 'ahead') };
  });
  io.out(`${visibleText(now)}\n`);
  io.out(
    ahead === durationText(0)
      ? "the cluster's time is this machine's\n"
      : `simulated: ${visibleText(ahead)} ahead of this machine\n`,
  );
  return 0;
}

const dayMs = 86_400_000;

/** Reads `+25h`, `90m` and `+3d12h`; a mistake is a UsageError. */
export function parseAdvance(written: string): number {
  const [, days = '0', rest = ''] = /^\+?(?:(\d{1,5})d)?(.*)$/s.exec(written) ?? [];
  const ms = Number(days) * dayMs + (rest === '' ? 0 : (durationMs(rest) ?? Number.NaN));
  if (ms > 0) return ms;
  throw new UsageError(
    `${JSON.stringify(written)}: must be how far the clock is moved on, such as +25h, +90m or +3d12h; it does not go back`,
  );
}

function refused({ code, message }: KubernetesStatus, server: string): string {
  if (code === 404)
    return `${server} is no embedded cluster of this release: other clusters' clocks are not moved`;
  if (code === 401 || code === 403)
    return `${server} (HTTP status ${code}): only an administrator of the embedded cluster reads and moves its clock; see --kubeconfig and --context`;
  return `${server} refuses it: ${visibleText(message)}`;
}
