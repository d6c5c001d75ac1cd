import type { Import } from './folder-circles.ts';
import { libraries } from './import-table.ts';

const isOfLibrary = (file: string) => libraries.some((name) => file.startsWith(`packages/${name}/`));
const isOfProduct = (file: string) => file.startsWith('packages/archipelago/');

/**
 * A shortest way from a library's file, tests included, to each module of the product that is imported on one. One walk over all
 * imports: dependency-cruiser's own `reachable` walks anew for every pair of files, which took four minutes.
 */
export function waysToProduct(imports: readonly Import[]): readonly (readonly Import[])[] {
  const importsOf = new Map<string, Import[]>();
  for (const each of imports) {
    const known = importsOf.get(each.from);
    if (known === undefined) importsOf.set(each.from, [each]);
    else known.push(each);
  }
  const starts = [...importsOf.keys()].filter(isOfLibrary).sort();
  const ways = new Map<string, readonly Import[]>(starts.map((file) => [file, []]));
  // a map is walked in the order of insertion, what is added on the way included: breadth first
  for (const [file, way] of ways) {
    if (isOfProduct(file)) continue;
    for (const next of importsOf.get(file) ?? []) if (!ways.has(next.to)) ways.set(next.to, [...way, next]);
  }
  return [...ways].filter(([file]) => isOfProduct(file)).map(([, way]) => way);
}

/** A finding for each such way: a library works without the product. */
export function judgeLibraries(
  imports: readonly Import[],
): readonly { readonly rule: string; readonly text: string }[] {
  return waysToProduct(imports).map((way) => ({
    rule: 'libraries-know-no-product',
    text: [way[0]?.from, ...way.map(({ to }) => to)].join(' → '),
  }));
}
