import {
  type ObservedObjects,
  readBootSources,
} from '../../golden-images/boot-sources/observed-boot-sources.ts';
import type { Owner } from '../../golden-images/boot-sources/ownership.ts';

/** What of ours is being deleted and still there, and what for, in words. */
export function printGoing(observed: ObservedObjects, owner: Owner): string {
  const { crons, dataSources } = readBootSources(observed, owner);
  const [first, ...more] = [...crons, ...dataSources].filter(({ owned, deleting }) => owned && deleting);
  if (first === undefined) return 'boot sources are going';
  const { kind, metadata } = first.object;
  const others = more.length === 0 ? '' : `, and ${more.length} more`;
  const held = metadata.finalizers?.join(', ') ?? '';
  const why = held === '' ? '' : `: its finalizers are ${held}; see whether CDI runs`;
  return `${kind} ${first.namespace}/${first.name}${others} is being deleted${why}`;
}
