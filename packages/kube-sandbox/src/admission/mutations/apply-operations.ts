import {
  applyJsonPatch,
  type CelValue,
  isJsonObject,
  isList,
  isMessage,
  type JsonObject,
  type JsonPatchOperation,
  type MessageValue,
  misnamedTypes,
  patchValue,
} from '@archipelago/apimachinery';
import { internalError } from '../../refusals/status.ts';
import { type Made, problem } from './made.ts';

function textOf({ fields }: MessageValue, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

type Read = { readonly operation: JsonPatchOperation } | { readonly problem: string };

function readOperation(message: MessageValue): Read {
  const from = textOf(message, 'from');
  const operation = {
    op: textOf(message, 'op'),
    path: textOf(message, 'path'),
    ...(from === '' ? {} : { from }),
  };
  const value = message.fields.get('value');
  if (value === undefined) return { operation };
  const converted = patchValue(value);
  if (!converted.ok)
    return {
      problem: `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${converted.problem}`,
    };
  const misnamed = misnamedTypes(value);
  if (misnamed.length > 0) return { problem: `type mismatch: ${misnamed.join('\n')}` };
  return { operation: { ...operation, value: converted.value } };
}

/** Applies a list of `JSONPatch`; an object that a test does not hold for stays as it is. */
export function applyOperations(before: JsonObject, patches: CelValue): Made {
  const operations: JsonPatchOperation[] = [];
  for (const item of isList(patches) ? patches.items : []) {
    const read = isMessage(item) ? readOperation(item) : { problem: 'type mismatch: no JSONPatch' };
    if ('problem' in read) return problem(read.problem);
    operations.push(read.operation);
  }
  const result = applyJsonPatch(before, operations, 'apiserver');
  if (result.ok)
    return isJsonObject(result.value)
      ? { kind: 'made', object: result.value }
      : {
          kind: 'refused',
          refusal: internalError('json: cannot unmarshal a value that is not an object'),
        };
  const isTest = operations[result.index]?.op === 'test';
  return isTest && result.message.endsWith('test failed')
    ? { kind: 'made', object: before }
    : problem(`JSON Patch: ${result.message}`);
}
