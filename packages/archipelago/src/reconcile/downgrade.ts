import { type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';

/** The two numbers by which releases differ in what they know. */
type Release = readonly [major: number, minor: number];

/**
 * Why an operator of this version carries nothing out: a newer release has configured the cluster. Undefined: none has, or one of the two
 * versions cannot be compared, which is no reason to stand still. Patch releases and previews of one release know the same fields.
 */
export function downgradeRefusal(status: JsonObject, version: string, namespace: string): string | undefined {
  const stored = versionOfOperator(status);
  const [before, ours] = [releaseOf(stored), releaseOf(version)];
  if (before === undefined || ours === undefined || !isNewer(before, ours)) return undefined;
  const patch = JSON.stringify({ status: { versions: [{ name: 'operator', version }] } });
  return [
    `version ${stored} configured this cluster, and this operator is version ${version}: it would drop what it does not know, and leaves everything as it is`,
    `Install version ${before.join('.')} or later; or, to go on all the same: kubectl patch hco ${hyperConvergedName} -n ${namespace} --subresource=status --type=merge -p '${patch}'`,
  ].join('. ');
}

function versionOfOperator(status: JsonObject): string {
  return textAt(
    objectsAt(status, 'versions').find(({ name }) => name === 'operator'),
    'version',
  );
}

/** Of a semantic version, with or without `v`; undefined: it is none. */
function releaseOf(version: string): Release | undefined {
  const found = /^v?(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.\d+(?:[-+][\w.+-]*)?$/.exec(version);
  return found === null ? undefined : [Number(found[1]), Number(found[2])];
}

function isNewer([major, minor]: Release, [ourMajor, ourMinor]: Release): boolean {
  return major === ourMajor ? minor > ourMinor : major > ourMajor;
}
