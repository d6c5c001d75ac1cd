import { type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { standardInputs } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import type { Verdict } from '../../packages/archipelago/src/config/admit.ts';
import {
  asStored,
  compare,
  type Decided,
  decideByCode,
  decideWithoutOperator,
  refusedOperand,
} from '../suites/generated-hyper-convergeds.ts';
import { generateHyperConverged } from '../support/generate-hyper-converged.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { seededDraw } from '../support/seeded-random.ts';

const seed = Number(process.env.SEED ?? 1);
const runs = propertyRuns(200);
const namespace = standardInputs.deployment.operatorNamespace;

/** A creation, as `validate` sees it, or an update of one with nothing in it, as the webhook does. */
async function decide(object: JsonObject, index: number): Promise<Decided> {
  const platform = index % 2 === 0 ? 'kubernetes' : 'openshift';
  // nobody is asked about updates elsewhere
  const isUpdate = index % 5 === 0 && valueAt(object, 'metadata', 'namespace') === namespace;
  const metadata = { ...objectAt(object, 'metadata'), annotations: {} };
  const oldObject = isUpdate ? asStored({ ...object, metadata, spec: {} }) : undefined;
  const verdict = await decideByCode(isUpdate ? asStored(object) : object, oldObject, platform);
  const decided = compare(decideWithoutOperator(object, oldObject), verdict);
  if (verdict.allowed) expect(unforeseen(verdict)).toEqual([]);
  return decided;
}

/** What operands' definitions refuse, but for what a warning says of them. */
function unforeseen({ findings, desired }: Verdict & { readonly allowed: true }): readonly string[] {
  const isWarned = findings.some(({ at }) => at === 'spec.tlsSecurityProfile.custom');
  return desired.operands
    .flatMap(refusedOperand)
    .filter((each) => !isWarned || !/^CDI: .*tlsSecurityProfile/.test(each));
}

it('definition, policy and code decide alike about whatever is generated, and operands of what is admitted are what their definitions take', async () => {
  const draw = seededDraw(seed);
  const counts = { admitted: 0, definition: 0, policy: 0, code: 0 };
  for (let index = 0; index < runs; index += 1) {
    const object = generateHyperConverged(draw);
    const decided = await decide(object, index).catch((error: unknown) => {
      throw new Error(`object ${index} of seed ${seed}: ${JSON.stringify(object)}`, { cause: error });
    });
    counts[decided] += 1;
  }
  console.log(`${runs} generated HyperConvergeds, seed ${seed}: ${JSON.stringify(counts)}`);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
});
