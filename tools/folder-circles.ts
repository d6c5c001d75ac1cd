import { posix } from 'node:path';

/** A file and a file it imports. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** From folder to folder, each with the first import that leads there. */
type Steps = ReadonlyMap<string, ReadonlyMap<string, Import>>;

function stepsBetweenFolders(imports: readonly Import[]): Steps {
  const steps = new Map<string, Map<string, Import>>();
  for (const edge of imports) {
    const [from, to] = [posix.dirname(edge.from), posix.dirname(edge.to)];
    if (from === to) continue;
    const known = steps.get(from) ?? new Map<string, Import>();
    steps.set(from, known);
    if (!known.has(to)) known.set(to, edge);
  }
  return steps;
}

/** The shortest way from a folder back to itself. */
function wayAround(start: string, steps: Steps): readonly Import[] {
  const ways = new Map<string, readonly Import[]>([[start, []]]);
  // a map is walked in the order of insertion, what is added on the way included: breadth first
  for (const [folder, way] of ways) {
    for (const [next, edge] of steps.get(folder) ?? []) {
      if (next === start) return [...way, edge];
      if (!ways.has(next)) ways.set(next, [...way, edge]);
    }
  }
  return [];
}

/**
 * Circles between folders, as the imports that lead around; every folder that lies on a circle is on one of them. A folder is the
 * place of a file: a folder and one inside it are two.
 */
export function folderCircles(imports: readonly Import[]): readonly (readonly Import[])[] {
  const steps = stepsBetweenFolders(imports);
  const seen = new Set<string>();
  const circles: (readonly Import[])[] = [];
  for (const folder of [...steps.keys()].sort()) {
    const circle = seen.has(folder) ? [] : wayAround(folder, steps);
    for (const { from } of circle) seen.add(posix.dirname(from));
    if (circle.length > 0) circles.push(circle);
  }
  return circles;
}

/** A finding for each circle between folders. */
export function judgeCircles(
  imports: readonly Import[],
): readonly { readonly rule: string; readonly text: string }[] {
  return folderCircles(imports).map((circle) => ({
    rule: 'no-folder-circles',
    text: circle.map(({ from, to }) => `${from} → ${to}`).join(', '),
  }));
}
