import { systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { findOthers } from './find-others.ts';
import type { ComponentLog } from './log/log-event.ts';

interface Telling {
  readonly client: KubernetesClient;
  readonly namespace: string;
  readonly isAlone: boolean;
  readonly log: ComponentLog;
}

/** Warns of operators that run beside this one, once, at its start. A server that does not answer is told elsewhere. */
export async function tellOthers({ log, ...looking }: Telling): Promise<void> {
  try {
    for (const other of await findOthers({ ...looking, now: systemClock.now() })) log('warn', {}, other);
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    log('debug', { because }, 'operators beside this one could not be looked for');
  }
}
