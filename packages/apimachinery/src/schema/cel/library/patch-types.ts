import { stringArg } from '../functions/argument-types.ts';
import {
  type CelFunction,
  type FunctionTable,
  functionTable,
  libraryFunction,
  unary,
} from '../functions/function-table.ts';
import * as t from '../values/cel-type.ts';
import { type CelValue, celError } from '../values/cel-value.ts';
import { goNativeName } from '../values/go-native-name.ts';
import type { MessageType, MessageTypes } from '../values/message-types.ts';
import { kubernetesFunctions } from './kubernetes-functions.ts';

/** A type of the object that is patched, or of a part of it: any field, of any type. */
function objectMessage(name: string): MessageType {
  return {
    type: t.objectType(name),
    fieldType: () => t.dynType,
    make: (fields) => ({ kind: 'message', name, fields, absent: () => null }),
  };
}

const jsonPatchFields: ReadonlyMap<string, t.CelType> = new Map([
  ['op', t.stringType],
  ['path', t.stringType],
  ['from', t.stringType],
  ['value', t.dynType],
]);

function makeJsonPatch(fields: ReadonlyMap<string, CelValue>): CelValue {
  for (const [name, value] of fields)
    if (name !== 'value' && typeof value !== 'string')
      return celError(`unexpected type ${goNativeName(value)} for JSONPatchType '${name}' field`);
  // an empty text is as good as none
  const set = new Map([...fields].filter(([name, value]) => name === 'value' || value !== ''));
  return {
    kind: 'message',
    name: 'JSONPatch',
    fields: set,
    absent: (name) => (name === 'value' ? null : ''),
  };
}

const jsonPatchMessage: MessageType = {
  type: t.objectType('JSONPatch'),
  fieldType: (name) => jsonPatchFields.get(name),
  make: makeJsonPatch,
};

/** `Object` and the types of its parts, and `JSONPatch`: what expressions of MutatingAdmissionPolicies make. */
export const patchTypes: MessageTypes = {
  get: (name) => {
    if (name === 'JSONPatch') return jsonPatchMessage;
    return name === 'Object' || name.startsWith('Object.') ? objectMessage(name) : undefined;
  },
};

const escapeKey: CelFunction = libraryFunction(
  'jsonpatch.escapeKey',
  unary('string_jsonpatch_escapeKey_string', stringArg, t.stringType, (key) =>
    key.replaceAll('~', '~0').replaceAll('/', '~1'),
  ),
);

let table: FunctionTable | undefined;

/** What an expression may call that makes patches. */
export function patchFunctions(): FunctionTable {
  table ??= functionTable([...kubernetesFunctions().values(), escapeKey]);
  return table;
}
