import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { ownRelease } from './own-release.ts';
import { isNewer, ownEntry, releaseOf, versionIn } from './release.ts';

/**
 * Why an operator of this version, of this release of Archipelago, carries nothing out: a newer one has configured the cluster. Undefined:
 * none has, or two versions cannot be compared, which is no reason to stand still. Patch releases and previews of one release know the
 * same fields.
 */
export function downgradeRefusal(
  status: JsonObject,
  version: string,
  namespace: string,
  release = ownRelease,
): string | undefined {
  const stored = versionIn(status);
  const storedOwn = versionIn(status, ownEntry);
  if (isOlder(version, stored))
    return refusal(
      [`version ${stored}`, `this operator is version ${version}`],
      `version ${seriesOf(stored)} or later. To go on all the same, as after a product that counts its versions otherwise`,
      { version, namespace },
    );
  if (isOlder(release, storedOwn))
    return refusal(
      [`Archipelago ${storedOwn}`, `this is Archipelago ${release}`],
      `Archipelago ${seriesOf(storedOwn)} or later. To go on all the same`,
      { version, namespace },
    );
  return undefined;
}

function isOlder(ours: string, stored: string): boolean {
  const [before, now] = [releaseOf(stored), releaseOf(ours)];
  return before !== undefined && now !== undefined && isNewer(before, now);
}

function seriesOf(version: string): string {
  return releaseOf(version)?.join('.') ?? version;
}

/** Who writes the versions anew, without the newer release, has decided. */
function refusal(
  [before, now]: readonly [string, string],
  install: string,
  { version, namespace }: { readonly version: string; readonly namespace: string },
): string {
  const patch = JSON.stringify({ status: { versions: [{ name: 'operator', version }] } });
  return [
    `${before} configured this cluster, and ${now}: it would drop what it does not know, and leaves everything as it is`,
    `Install ${install}: kubectl patch hco ${hyperConvergedName} -n ${namespace} --subresource=status --type=merge -p '${patch}'`,
  ].join('. ');
}
