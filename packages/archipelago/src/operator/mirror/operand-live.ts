import type { Informer } from '@archipelago/kube-client';
import type { Live } from '../../reconcile/live.ts';
import type { ObservedObject } from '../../reconcile/observed-object.ts';
import type { ServedKind } from './mirrored-objects.ts';

/** What is known of an operand's one object, given its kind's definition where there is one. */
export function liveOf(
  informer: Pick<Informer<ObservedObject>, 'refusal' | 'knowledge' | 'store'>,
  definition: string,
  known: ServedKind | undefined,
): Live {
  const refusal = informer.refusal();
  if (refusal !== undefined) return { state: 'forbidden', message: refusal.message };
  switch (informer.knowledge()) {
    case 'unknown':
      return { state: 'unknown' };
    case 'not-served':
      return { state: 'notServed', definition, lack: known && (known.lack ?? 'is not served yet') };
    case 'complete': {
      const [found] = informer.store.list();
      // the definition is the first to know
      if (known?.lack !== undefined)
        return { state: 'notServed', definition, lack: known.lack, remains: found !== undefined };
      return found === undefined ? { state: 'absent' } : { state: 'present', ...found };
    }
  }
}
