import {
  applyJsonPatch,
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonPatchOperation,
  type JsonValue,
  parseJsonPatch,
  valueAt,
} from '@archipelago/apimachinery';
import type { Cause } from './framework/cause.ts';
import { type FieldPath, printFieldPath } from './framework/field-path.ts';
import { type Causes, forEachLeaf } from './framework/operand-draft.ts';
import type { FieldFinding } from './framework/setting.ts';
import type { Rendered } from './render.ts';

/** Checks the spec of a patched operand; what it returns lacks the unknown fields it names. */
export type SpecCheck = (spec: JsonValue) => {
  readonly spec: JsonValue;
  readonly unknownFields: readonly string[];
  readonly errors: readonly { readonly field: string; readonly message: string }[];
};

/** Gives the check for an operand's spec; undefined: nothing is known about the kind. */
export type SpecChecks = (kind: string) => SpecCheck | undefined;

interface Patched {
  /** Undefined where the patch is refused. */
  readonly rendered: Rendered | undefined;
  readonly findings: readonly FieldFinding[];
}

/** Reads the operations of an annotation (RFC 6902); an example of the configuration guide has backslashes at its line ends. */
export function readPatchAnnotation(
  key: string,
  text: string,
): { readonly operations: readonly JsonPatchOperation[]; readonly findings: readonly FieldFinding[] } {
  const joined = text.replace(/\\\r?\n/g, '');
  const continued: readonly FieldFinding[] =
    joined === text
      ? []
      : [warning(key, 'has backslashes at line ends, which were dropped', 'remove the backslashes')];
  const parsed = parse(joined);
  if (!parsed.ok)
    return { operations: [], findings: [...continued, refusal(key, `is not JSON: ${parsed.message}`)] };
  const patch = parseJsonPatch(parsed.value);
  if (!patch.ok)
    return {
      operations: [],
      findings: [
        ...continued,
        refusal(
          key,
          `is no list of RFC 6902 operations: ${patch.index < 0 ? '' : `operation ${patch.index}: `}${patch.message}`,
        ),
      ],
    };
  const outside = patch.operations.flatMap((operation, index) => outsideOfSpec(key, operation, index));
  return { operations: outside.length > 0 ? [] : patch.operations, findings: [...continued, ...outside] };
}

/** Applies the operand's annotation, where there is one, as the last pass. */
export function patchOperand(
  rendered: Rendered,
  annotations: Readonly<Record<string, string>>,
  checks: SpecChecks,
): Patched {
  const { patchAnnotation, kind } = rendered.operand;
  const text = patchAnnotation === undefined ? undefined : annotations[patchAnnotation];
  return text === undefined
    ? { rendered, findings: [] }
    : applyPatchAnnotation(rendered, text, checks(kind) ?? unchecked);
}

const unchecked: SpecCheck = (spec) => ({ spec, unknownFields: [], errors: [] });

/** Refused patches change nothing. */
function applyPatchAnnotation(rendered: Rendered, text: string, check: SpecCheck): Patched {
  const key = rendered.operand.patchAnnotation ?? '';
  const { operations, findings } = readPatchAnnotation(key, text);
  if (findings.some(({ level }) => level === 'error')) return { rendered: undefined, findings };
  const result = applyJsonPatch(rendered.manifest, operations, 'rfc6902');
  if (!result.ok) {
    return {
      rendered: undefined,
      findings: [...findings, refusal(key, `operation ${result.index} fails: ${result.message}`)],
    };
  }
  const spec = isJsonObject(result.value) ? withoutNulls(result.value.spec ?? {}) : {};
  const checked = check(spec);
  const problems = [
    ...findings,
    ...checked.unknownFields.map((field) => unknownField(key, field)),
    ...checked.errors.map((error) => wrongField(key, error)),
  ];
  if (checked.errors.length > 0) return { rendered: undefined, findings: problems };
  const manifest: JsonObject = { ...rendered.manifest, spec: checked.spec };
  return {
    rendered: { ...rendered, manifest, causes: patchedCauses(rendered, manifest, key) },
    findings: problems,
  };
}

function patchedCauses(before: Rendered, manifest: JsonObject, key: string): Causes {
  const known = new Map(before.causes.map(({ path, cause }) => [printFieldPath(path), cause]));
  const patch: Cause = { kind: 'patch', by: `metadata.annotations["${key}"]` };
  const outside = before.causes.filter(({ path }) => path[0] !== 'spec');
  const causes: { path: FieldPath; cause: Cause }[] = [...outside];
  forEachLeaf(manifest.spec ?? {}, ['spec'], (path) => {
    const same =
      canonicalJson(valueAt(before.manifest, ...path)) === canonicalJson(valueAt(manifest, ...path));
    causes.push({ path, cause: (same ? known.get(printFieldPath(path)) : undefined) ?? patch });
  });
  return causes;
}

function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, below]) => below !== null && below !== undefined);
  return Object.fromEntries(kept.map(([name, below]) => [name, withoutNulls(below ?? null)]));
}

function outsideOfSpec(key: string, operation: JsonPatchOperation, index: number): readonly FieldFinding[] {
  const touched = operation.op === 'move' ? [operation.path, operation.from] : [operation.path];
  const outside = touched.filter((path) => path?.startsWith('/spec/') !== true);
  return outside.map((path) =>
    refusal(
      key,
      `operation ${index} changes ${JSON.stringify(path)}: only what is below /spec/ may be changed`,
    ),
  );
}

function at(key: string): string {
  return `metadata.annotations["${key}"]`;
}

function refusal(key: string, message: string): FieldFinding {
  return {
    level: 'error',
    at: at(key),
    reason: 'Invalid',
    message,
    fix: 'write a JSON list of RFC 6902 operations on paths below /spec/',
  };
}

function warning(key: string, message: string, fix: string): FieldFinding {
  return { level: 'warning', at: at(key), reason: 'Invalid', message, fix };
}

function unknownField(key: string, field: string): FieldFinding {
  return warning(
    key,
    `sets ${field}, which the operand does not have; it was dropped`,
    `see the operand's fields with kubectl explain`,
  );
}

function wrongField(
  key: string,
  { field, message }: { readonly field: string; readonly message: string },
): FieldFinding {
  return {
    level: 'error',
    at: at(key),
    reason: 'Invalid',
    message: `makes ${field} wrong: ${message}`,
    fix: 'patch a value the operand accepts',
  };
}

function parse(
  text: string,
): { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly message: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}
