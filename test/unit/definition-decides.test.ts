import { expect, it } from 'vitest';
import { decidedCases, testDefinitionDecides } from '../suites/definition-decides.ts';
import { embeddedServers } from '../support/embedded-test-servers.ts';

testDefinitionDecides(embeddedServers);

/** Of what a release refused, how much needs no operator. */
it('who decides', () => {
  const counts: Record<string, number> = {};
  for (const { decider } of decidedCases) counts[decider] = (counts[decider] ?? 0) + 1;
  const { nobody, ...refused } = counts;
  console.log(`admission vectors refused by: ${JSON.stringify(refused)}; allowed: ${nobody}`);
  expect(refused).toEqual({
    schema: 19,
    'rules of the definition': 26,
    policy: 3,
    code: 11,
    'other objects': 6,
  });
});
