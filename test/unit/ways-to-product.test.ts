import { expect, test } from 'vitest';
import { waysToProduct } from '../../tools/ways-to-product.ts';

/** `one two three`: one imports two, which imports three. */
function waysAmong(...chains: readonly string[]): readonly string[] {
  const imports = chains.flatMap((chain) => {
    const files = chain.split(' ');
    return files.slice(1).map((to, index) => ({ from: files[index] ?? '', to }));
  });
  return waysToProduct(imports).map((way) => [way[0]?.from, ...way.map(({ to }) => to)].join(' '));
}

const library = 'packages/kube-client/src/a.test.ts';
const product = 'packages/archipelago/src/cli/end.ts';
const helper = 'test/support/helper.ts';

test.each([
  { chains: [`${product} ${library}`, `${helper} ${product}`], ways: [] },
  { chains: [`${library} ${product}`], ways: [`${library} ${product}`] },
  { chains: [`${library} ${helper} ${product}`], ways: [`${library} ${helper} ${product}`] },
  // the shorter one, and no further than the product's first module
  {
    chains: [`${library} ${helper} x.ts ${product} packages/archipelago/src/y.ts`, `${helper} ${product}`],
    ways: [`${library} ${helper} ${product}`],
  },
  // round and round
  { chains: [`${library} ${helper} ${library}`], ways: [] },
  // like named
  { chains: ['packages/console/src/a.ts packages/archipelago/src/b.ts'], ways: [] },
])('from libraries to the product: $ways', ({ chains, ways }) => {
  expect(waysAmong(...chains)).toEqual(ways);
});
