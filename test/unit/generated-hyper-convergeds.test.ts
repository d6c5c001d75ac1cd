import { type JsonObject, objectAt, valueAt } from '@archipelago/apimachinery';
import { expect, it } from 'vitest';
import { standardInputs } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import { isUntouched, type Verdict } from '../../packages/archipelago/src/config/admit.ts';
import { configurationOf, configure } from '../../packages/archipelago/src/config/configure.ts';
import { desire } from '../../packages/archipelago/src/config/desire.ts';
import { loadEngines } from '../../packages/archipelago/src/config/load-engines.ts';
import { readableConfiguration } from '../../packages/archipelago/src/config/readable-configuration.ts';
import { review } from '../../packages/archipelago/src/config/review.ts';
import {
  asStored,
  compare,
  type Decided,
  decideByCode,
  decideWithoutOperator,
  refusedOperand,
} from '../suites/generated-hyper-convergeds.ts';
import { editHyperConverged, generateHyperConverged } from '../support/generate-hyper-converged.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { seededDraw } from '../support/seeded-random.ts';

const seed = Number(process.env.SEED ?? 1);
const runs = propertyRuns(200);
const engines = await loadEngines(undefined);
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

/** What CEL cannot compute with, API servers spare in no update. Only they know, and they do not ask us about it then. */
function isComputable(oldObject: JsonObject): boolean {
  const { findings, misshapen } = engines.structure(oldObject, undefined);
  return misshapen.length === 0 && !findings.some(({ at }) => at.startsWith('spec.certConfig'));
}

/** What CEL cannot read as a duration, either. */
async function hasEndlessDuration(object: JsonObject): Promise<boolean> {
  const { findings } = await decideByCode(object, undefined, 'kubernetes');
  return findings.some(({ message }) => message.startsWith('is longer than a duration can be'));
}

/** An update, with the webhook asked about what API servers let through. */
async function decideUpdate(oldObject: JsonObject, object: JsonObject, index: number): Promise<Decided> {
  const platform = index % 2 === 0 ? 'kubernetes' : 'openshift';
  const verdict = await decideByCode(asStored(object), oldObject, platform);
  return compare(decideWithoutOperator(object, oldObject), verdict);
}

it('whatever is stored, the operator finds out what it comes to', () => {
  const draw = seededDraw(seed + 2);
  let leftOut = 0;
  for (let index = 0; index < runs; index += 1) {
    const object = asStored(generateHyperConverged(draw));
    const { configuration, misshapen } = readableConfiguration(configurationOf(object));
    const configured = configure(configuration, standardInputs);
    const come = () => [review(configured), desire(configured, { name: 'x', namespace, uid: 'u' })];
    expect(come, JSON.stringify(object)).not.toThrow();
    if (misshapen.length > 0) leftOut += 1;
  }
  expect(leftOut).toBeGreaterThan(0);
});

it('of an update they decide alike, too, and spare what it leaves as it was', async () => {
  const draw = seededDraw(seed + 1);
  const counts = { admitted: 0, definition: 0, policy: 0, code: 0 };
  let spared = 0;
  for (let index = 0; index < runs; index += 1) {
    const generated = generateHyperConverged(draw);
    const metadata = { ...objectAt(generated, 'metadata'), namespace, name: 'kubevirt-hyperconverged' };
    const oldObject = asStored({ ...generated, metadata });
    const object = editHyperConverged(draw, oldObject);
    if (!isComputable(oldObject)) {
      // whatever it is, there is an answer
      await decideByCode(asStored(object), oldObject, 'kubernetes');
      continue;
    }
    const decided = await decideUpdate(oldObject, object, index).catch((error: unknown) => {
      const pair = JSON.stringify([oldObject, object]);
      throw new Error(`update ${index} of seed ${seed}: ${pair}`, { cause: error });
    });
    const isWrong = decideWithoutOperator(oldObject, undefined).definition.length > 0;
    // what has the wrong shape was never stored: its lists may lack the keys by which an API server knows items again
    const isOfShape = engines.structure(oldObject, undefined).findings.length === 0;
    const isOfMetadata = isUntouched({ operation: 'update', object, oldObject });
    if (isOfShape && isOfMetadata && !(await hasEndlessDuration(oldObject)))
      expect(['admitted', 'code'], JSON.stringify(object)).toContain(decided);
    if (isWrong && decided === 'admitted') spared += 1;
    counts[decided] += 1;
  }
  console.log(
    `${runs} generated updates, seed ${seed}: ${JSON.stringify(counts)}, ${spared} of what was wrong`,
  );
  const { admitted, definition, code } = counts;
  for (const count of [admitted, definition, code, spared]) expect(count).toBeGreaterThan(0);
});
