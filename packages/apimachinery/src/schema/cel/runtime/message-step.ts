import { type CelValue, celError, type ErrorValue, isError, isOptional } from '../values/cel-value.ts';
import type { MessageType } from '../values/message-types.ts';
import type { Frame } from './cost-tracker.ts';
import type { PlainStep, Step } from './step.ts';

/** A field of a message that is to be made. */
interface FieldPlan {
  readonly name: string;
  readonly value: Step;
  readonly optional: boolean;
}

const creation = 40;

function fieldsOf(plans: readonly FieldPlan[], frame: Frame): ReadonlyMap<string, CelValue> | ErrorValue {
  const fields = new Map<string, CelValue>();
  for (const { name, value: step, optional } of plans) {
    const value = step.evaluate(frame);
    if (isError(value)) return value;
    if (!optional) fields.set(name, value);
    else if (!isOptional(value))
      return celError(`cannot initialize optional entry '${name}' from non-optional value`);
    else if (value.value === undefined) fields.delete(name);
    else fields.set(name, value.value);
  }
  return fields;
}

/** Makes a message of its fields. */
export function messageStep(id: number, type: MessageType, plans: readonly FieldPlan[]): PlainStep {
  const parts = plans.map(({ value }) => value);
  return {
    kind: 'plain',
    id: () => id,
    evaluate: (frame) => {
      const fields = fieldsOf(plans, frame);
      const value = 'kind' in fields ? fields : type.make(fields);
      frame.tracker.dropAll(parts);
      frame.tracker.charge(creation);
      frame.tracker.push(id);
      return value;
    },
  };
}
