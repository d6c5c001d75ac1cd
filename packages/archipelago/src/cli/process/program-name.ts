/** The program's name as people write it, of the file it was started by: kubectl and oc run `kubectl-archipelago` for `kubectl archipelago`. */
export function programName(calledAs = ''): string {
  const host = /^(kubectl|oc)-archipelago$/.exec(calledAs)?.[1];
  return host === undefined ? 'archipelago' : `${host} archipelago`;
}
