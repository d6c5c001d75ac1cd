import { resourceName } from '@archipelago/kube-client';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { firstFew } from '../text/first-few.ts';

/** What a snapshot lacks, a sentence for each answer that the server gave; all names are in the snapshot. */
export function unreadKinds({ parts }: Snapshot): readonly string[] {
  const names = new Map<number, Set<string>>();
  for (const { resource, reading } of parts) {
    if (reading.state !== 'failed') continue;
    const same = names.get(reading.code) ?? new Set();
    names.set(reading.code, same.add(resourceName(resource)));
  }
  return [...names].map(([code, same]) => {
    const fix =
      code === 403 ? '; archipelago doctor rbac --bind WHO prints the rights that looking takes' : '';
    return `${firstFew([...same])} could not be read (HTTP status ${code})${fix}`;
  });
}
