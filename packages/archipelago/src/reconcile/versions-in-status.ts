import { type JsonObject, type JsonValue, objectsAt } from '@archipelago/apimachinery';
import { ownRelease } from './own-release.ts';
import { ownEntry } from './release.ts';

interface Progress {
  /** Another version than ours configured the cluster before. */
  readonly upgrading: boolean;
  /** All operands are as they are wanted. */
  readonly ready: boolean;
}

/**
 * Which versions configured the cluster: the one whose behaviour it has, and the release of Archipelago. Each stays that of before until
 * an upgrade has come to its end, so that going back before is no downgrade.
 */
export function versionsInStatus(
  previous: JsonObject,
  version: string,
  { upgrading, ready }: Progress,
): JsonValue | undefined {
  if (upgrading && !ready) return previous.versions;
  const before = objectsAt(previous, 'versions').filter(({ name }) => name === ownEntry);
  const own = ready ? [{ name: ownEntry, version: ownRelease }] : before;
  return [{ name: 'operator', version }, ...own];
}
