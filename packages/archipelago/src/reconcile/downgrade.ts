import type { JsonObject } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { isNewer, releaseOf, versionIn } from './release.ts';

/**
 * Why an operator of this version carries nothing out: a newer release has configured the cluster. Undefined: none has, or one of the two
 * versions cannot be compared, which is no reason to stand still. Patch releases and previews of one release know the same fields.
 */
export function downgradeRefusal(status: JsonObject, version: string, namespace: string): string | undefined {
  const stored = versionIn(status);
  const [before, ours] = [releaseOf(stored), releaseOf(version)];
  if (before === undefined || ours === undefined || !isNewer(before, ours)) return undefined;
  const patch = JSON.stringify({ status: { versions: [{ name: 'operator', version }] } });
  return [
    `version ${stored} configured this cluster, and this operator is version ${version}: it would drop what it does not know, and leaves everything as it is`,
    `Install version ${before.join('.')} or later. To go on all the same, as after a product that counts its versions otherwise: kubectl patch hco ${hyperConvergedName} -n ${namespace} --subresource=status --type=merge -p '${patch}'`,
  ].join('. ');
}
