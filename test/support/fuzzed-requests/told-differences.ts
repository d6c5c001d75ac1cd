import type { Difference } from './compare-servers.ts';

/** Lines for people, most frequent first: what the servers said, how often, and one example. */
export function toldDifferences(differences: readonly Difference[]): readonly string[] {
  const classes = new Map<string, Difference[]>();
  for (const each of differences) {
    const { real, embedded, request } = each;
    const [verb = '', kind = ''] = request.what.split(' ');
    const key = `${verb} ${kind}: ${real.code} ${real.reason}, embedded ${embedded.code} ${embedded.reason}`;
    classes.set(key, [...(classes.get(key) ?? []), each]);
  }
  return [...classes]
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([key, all]) => [
      `${all.length} × ${key}`,
      ...all.slice(0, 3).map(({ request, real, embedded }) => {
        const said = real.code >= 400 ? real.message : embedded.message;
        return `    ${request.method} ${request.path} (${request.what}): ${said.slice(0, 300)}`;
      }),
    ]);
}
