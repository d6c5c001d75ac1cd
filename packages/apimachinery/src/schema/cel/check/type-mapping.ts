import { type CelType, dynType, isOptionalType, sameType } from '../values/cel-type.ts';

/** What is known of the type variables of one expression; failed attempts are rolled back. */
export interface TypeMapping {
  find(param: CelType): CelType | undefined;
  set(param: CelType, type: CelType): void;
  /** Runs an attempt; when it fails, everything it set is forgotten. */
  attempt(run: () => boolean): boolean;
}

export function createTypeMapping(): TypeMapping {
  const types = new Map<string, CelType>();
  const undo: { name: string; before: CelType | undefined }[] = [];
  const rollBack = (mark: number): void => {
    for (const entry of undo.splice(mark).reverse()) {
      if (entry.before === undefined) types.delete(entry.name);
      else types.set(entry.name, entry.before);
    }
  };
  return {
    find: (param) => (param.kind === 'param' ? types.get(param.name) : undefined),
    set: (param, type) => {
      undo.push({ name: param.name, before: types.get(param.name) });
      types.set(param.name, type);
    },
    attempt: (run) => {
      const mark = undo.length;
      const done = run();
      if (!done) rollBack(mark);
      return done;
    },
  };
}

export function isDynOrError(type: CelType): boolean {
  return type.kind === 'dyn' || type.kind === 'error';
}

/** The type with known variables replaced; unknown ones become dyn when `paramsToDyn`. */
export function substitute(mapping: TypeMapping, type: CelType, paramsToDyn: boolean): CelType {
  const known = mapping.find(type);
  if (known !== undefined) return substitute(mapping, known, paramsToDyn);
  if (type.kind === 'param') return paramsToDyn ? dynType : type;
  if (type.params.length === 0) return type;
  return { ...type, params: type.params.map((param) => substitute(mapping, param, paramsToDyn)) };
}

function isLessSpecific(a: CelType, b: CelType): boolean {
  if (a.kind === 'dyn' || a.kind === 'param') return true;
  if (b.kind === 'dyn' || b.kind === 'param') return false;
  if (a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  if (a.name !== b.name || a.params.length !== b.params.length) return false;
  return a.params.every((param, index) => {
    const other = b.params[index];
    return other !== undefined && isLessSpecific(param, other);
  });
}

/** The less specific of two assignable types. */
export function mostGeneral(a: CelType, b: CelType): CelType {
  return isLessSpecific(a, b) ? a : b;
}

function notReferencedIn(mapping: TypeMapping, param: CelType, within: CelType): boolean {
  if (sameType(param, within)) return false;
  if (within.kind === 'param') {
    const known = mapping.find(within);
    return known === undefined || notReferencedIn(mapping, param, known);
  }
  return within.params.every((inner) => notReferencedIn(mapping, param, inner));
}

interface Substitution {
  readonly valid: boolean;
  readonly known: boolean;
}

function substitutionOf(mapping: TypeMapping, type: CelType, param: CelType): Substitution {
  if (sameType(type, param)) return { valid: true, known: true };
  const known = mapping.find(param);
  if (known !== undefined) {
    if (sameType(type, known)) return { valid: true, known: true };
    if (!assignable(mapping, type, known)) return { valid: false, known: true };
    const general = mostGeneral(type, known);
    if (notReferencedIn(mapping, param, general)) mapping.set(param, general);
    return { valid: true, known: true };
  }
  if (!notReferencedIn(mapping, param, type)) return { valid: false, known: false };
  mapping.set(param, type);
  return { valid: true, known: false };
}

function isNullable(type: CelType): boolean {
  return ['opaque', 'object', 'duration', 'timestamp', 'null'].includes(type.kind);
}

function sameShape(mapping: TypeMapping, a: CelType, b: CelType): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  return a.name === b.name && assignableAll(mapping, a.params, b.params);
}

function assignable(mapping: TypeMapping, a: CelType, b: CelType): boolean {
  if (b.kind === 'param') {
    const { valid, known } = substitutionOf(mapping, a, b);
    if (valid) return true;
    if (known) return false;
  }
  if (a.kind === 'param') return substitutionOf(mapping, b, a).valid;
  if (isDynOrError(a) || isDynOrError(b)) return true;
  if (a.kind === 'null') return isNullable(b);
  if (b.kind === 'null') return isNullable(a);
  return sameShape(mapping, a, b);
}

function assignableAll(mapping: TypeMapping, a: readonly CelType[], b: readonly CelType[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((type, index) => {
    const other = b[index];
    return other !== undefined && assignable(mapping, type, other);
  });
}

/** Whether the types fit, remembering what that says about type variables. */
export function isAssignable(mapping: TypeMapping, a: CelType, b: CelType): boolean {
  return mapping.attempt(() => assignable(mapping, a, b));
}

export function isAssignableList(
  mapping: TypeMapping,
  a: readonly CelType[],
  b: readonly CelType[],
): boolean {
  return mapping.attempt(() => assignableAll(mapping, a, b));
}

/** The type inside an optional, and whether it was one. */
export function unwrapOptional(type: CelType): { readonly type: CelType; readonly optional: boolean } {
  const [inner] = type.params;
  return isOptionalType(type) && inner !== undefined
    ? { type: inner, optional: true }
    : { type, optional: false };
}
