import type { MessageExpr, MessageField } from '../syntax/ast.ts';
import * as t from '../values/cel-type.ts';
import type { CheckContext, CheckExpr } from './check-context.ts';
import * as check from './check-context.ts';
import { isAssignable, unwrapOptional } from './type-mapping.ts';

/** The type that a name stands for, where that is one of a message. */
function messageType(context: CheckContext, expr: MessageExpr): t.CelType {
  const found = check.lookupIdentifier(context, expr.name);
  if (found === undefined) {
    check.reportAt(context, expr, `undeclared reference to '${expr.name}' (in container '')`);
    return t.errorType;
  }
  const type = found.typeValue;
  if (type?.kind === 'object') return type;
  const problem =
    type === undefined ? `'${found.type.name}' is not a type` : `'${type.name}' is not a message type`;
  check.reportAt(context, expr, problem);
  return t.errorType;
}

function valueType(context: CheckContext, { value, optional }: MessageField): t.CelType {
  const type = check.resolvedType(context, value);
  if (!optional) return type;
  const unwrapped = unwrapOptional(type);
  if (!unwrapped.optional && type.kind !== 'dyn')
    check.reportMismatch(context, value, t.optionalType(type), type);
  return unwrapped.type;
}

function checkField(context: CheckContext, field: MessageField, message: t.CelType): void {
  const wanted = context.environment.messages?.get(message.name)?.fieldType(field.name);
  if (wanted === undefined)
    context.issues.push({ offset: field.offset, message: `undefined field '${field.name}'` });
  const type = valueType(context, field);
  if (wanted === undefined || isAssignable(context.mapping, wanted, type)) return;
  const texts = [wanted, type].map(t.typeTextInErrors);
  const problem = `expected type of field '${field.name}' is '${texts[0]}' but provided type is '${texts[1]}'`;
  context.issues.push({ offset: field.offset, message: problem });
}

/** Checks the construction of a message; `checkExpr` checks the values of its fields. */
export function checkMessage(context: CheckContext, expr: MessageExpr, checkExpr: CheckExpr): MessageExpr {
  const type = messageType(context, expr);
  if (type.kind === 'error') return check.setType(context, expr, type);
  const fields = expr.fields.map((field) => {
    const checked = { ...field, value: checkExpr(context, field.value) };
    checkField(context, checked, type);
    return checked;
  });
  return check.setType(context, { ...expr, name: type.name, fields }, type);
}
