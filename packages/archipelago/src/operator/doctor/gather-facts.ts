import type { KubernetesClient } from '@archipelago/kube-client';
import { type FactName, factKinds, factNames } from '../../doctor/facts/fact-kinds.ts';
import type { Facts, Reading } from '../../doctor/facts/facts.ts';
import { keepFields } from '../../doctor/facts/keep-fields.ts';
import { keptFields } from '../../doctor/facts/kept-fields.ts';
import { readAll } from './read-all.ts';

/** Lists everything that checks look at, once. What may not be listed, or is not there, is told as that. */
export async function gatherFacts(
  client: Pick<KubernetesClient, 'listPageOf'>,
  now: number,
  signal?: AbortSignal,
): Promise<Facts> {
  const wanted = factNames.flatMap((name) => {
    const { group, versions, plural, kind, part } = factKinds[name];
    const keep = (object: Parameters<typeof keepFields>[0]) => keepFields(object, keptFields[name]);
    return versions.map((version) => ({
      name,
      resource: { group, version, plural, kind, namespaced: true },
      keep,
      parts: part === undefined ? [] : [part],
    }));
  });
  const read = await readAll(stoppable(client, signal), wanted);
  const readings = new Map<FactName, Reading>();
  for (const [index, { name }] of wanted.entries()) {
    const reading = read[index] ?? { state: 'absent' };
    // the newest version that is served
    if ((readings.get(name)?.state ?? 'absent') === 'absent') readings.set(name, ofKind(name, reading));
  }
  return { readings, now };
}

/** Where a product has no object it is as good as not there. */
function ofKind(name: FactName, reading: Reading): Reading {
  const isEmpty = reading.state === 'read' && reading.objects.length === 0;
  return isEmpty && factKinds[name].without === 'skipped' ? { state: 'absent' } : reading;
}

/** Lists end with the signal, also while an answer is waited for. */
function stoppable(
  client: Pick<KubernetesClient, 'listPageOf'>,
  signal: AbortSignal | undefined,
): Pick<KubernetesClient, 'listPageOf'> {
  if (signal === undefined) return client;
  return {
    listPageOf: (resource, keep, options) => client.listPageOf(resource, keep, { ...options, signal }),
  };
}
