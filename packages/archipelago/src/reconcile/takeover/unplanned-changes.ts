import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { printFieldPath } from '../../config/framework/field-path.ts';
import { differences } from '../differences.ts';
import type { PlannedOperand } from '../forecast/planned-operands.ts';

/** Operands by their key, `KubeVirt/namespace/name`. */
export type Operands = ReadonlyMap<string, JsonObject>;

/** What of operands changed though no plan said so: `KubeVirt/namespace/name spec.field`. What others report, the status, is not looked at. */
export function unplannedChanges(
  before: Operands,
  after: Operands,
  planned: readonly PlannedOperand[],
): readonly string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key) => {
    const plan = planned.find(({ object }) => object === key);
    const [old, now] = [before.get(key), after.get(key)];
    if (old === undefined || now === undefined) return plan === undefined ? [key] : [];
    // what is made anew has nothing of before
    if (plan !== undefined && plan.fields.length === 0) return [];
    const fields = differences(looked(old), looked(now)).map(({ path }) => printFieldPath(path));
    const isPlanned = (field: string) => plan?.fields.some((each) => isWithin(field, each.field)) === true;
    return fields.filter((field) => !isPlanned(field)).map((field) => `${key} ${field}`);
  });
}

function looked(object: JsonObject): JsonObject {
  const { labels, annotations } = objectAt(object, 'metadata');
  return { spec: object.spec, metadata: { labels, annotations } };
}

/** A list that changes as a whole is planned by its own name, or seen by that of an item. */
function isWithin(field: string, planned: string): boolean {
  const [longer, shorter] = field.length > planned.length ? [field, planned] : [planned, field];
  return longer === shorter || (longer.startsWith(shorter) && /^[.[]/.test(longer.slice(shorter.length)));
}
