import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { type CompiledPolicy, compilePolicy } from './compile-policy.ts';
import { evaluatePolicy } from './evaluate-policy.ts';
import { jsonCelValue } from './json-cel-value.ts';

/** A write, as expressions of policies see it. */
interface JudgedWrite {
  readonly object: JsonObject;
  /** Undefined: it is created. */
  readonly oldObject: JsonObject | undefined;
  /** An AdmissionRequest, or what the policy reads of it. */
  readonly request: JsonObject;
}

const compiled = new WeakMap<JsonObject, CompiledPolicy>();

/**
 * What a ValidatingAdmissionPolicy without parameters says against a write, without a server: the messages of its denials. Which
 * resources it is about, and its bindings, are not looked at.
 */
export function judgeByPolicy(policy: JsonObject, write: JudgedWrite): readonly string[] {
  const program = compiled.get(policy) ?? compilePolicy(policy);
  compiled.set(policy, program);
  const { object, oldObject, request } = write;
  const values = new Map([
    ['object', jsonCelValue(object)],
    ['oldObject', oldObject === undefined ? null : jsonCelValue(oldObject)],
    ['request', jsonCelValue(request)],
    ['namespaceObject', null],
    ['params', null],
  ]);
  return evaluatePolicy(program, objectAt(policy, 'spec'), values).map(({ message }) => message);
}
