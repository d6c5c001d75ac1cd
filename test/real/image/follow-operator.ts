import type { ChildProcess } from 'node:child_process';
import { until } from '../../support/until.ts';

/** A pod of the operator's Deployment. */
export interface PlayedOperator {
  output(): string;
  /** Where it says that it serves. */
  port(what: 'metrics' | 'webhook'): Promise<number>;
  stop(): Promise<void>;
}

/** Hears what an operator says, and ends it as a kubelet does. */
export function followOperator(child: ChildProcess, ended: () => void = () => undefined): PlayedOperator {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece) => {
      output += String(piece);
    });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const early = closed.then(() => Promise.reject(new Error(`the operator ended: ${output.slice(-4_000)}`)));
  early.catch(() => undefined);
  const port = (what: string) =>
    new RegExp(`"port":(\\d+),(?:"secure":\\w+,)?"msg":"${what} on`).exec(output)?.[1];
  return {
    output: () => output,
    port: async (what) =>
      Number(await Promise.race([early, until(() => port(what), { tell: () => output.slice(-4_000) })])),
    stop: async () => {
      child.kill('SIGTERM');
      await closed;
      ended();
    },
  };
}
