import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Inputs, OperandRefusals } from '../cluster-facts/inputs.ts';
import { admissionDefaults } from './admission-defaults.ts';
import { annotationsOf } from './annotations-of.ts';
import { type Configured, configure } from './configure.ts';
import { deriveFacts } from './derive-facts.ts';
import { type Desired, desire } from './desire.ts';
import type { FieldFinding } from './framework/setting.ts';
import type { SpecChecks } from './patch-annotations.ts';
import type { Owner } from './render.ts';
import { review, reviewFormerSpellings, reviewPolicyRules, reviewRules, reviewSpecRules } from './review.ts';
import { reviewArchitectures, reviewImageArchitectures } from './review-architectures.ts';
import { reviewMetadata, reviewNamespace } from './review-metadata.ts';
import { settings } from './settings.ts';

/** What a schema makes of an object. */
export interface Structured {
  /** Pruned and with defaults. */
  readonly object: JsonValue;
  readonly unknownFields: readonly string[];
  readonly findings: readonly FieldFinding[];
  /** Types and members are right, so that rules can be asked about the values. */
  readonly isReadable: boolean;
}

export interface AdmissionRequest {
  readonly operation: 'create' | 'update' | 'delete';
  readonly object: JsonObject;
  /** The object as it is stored; only on update. */
  readonly oldObject: JsonObject | undefined;
  readonly inputs: Inputs;
  /** Absent: nobody asked the operands' own APIs. */
  readonly operandRefusals?: OperandRefusals;
}

/** The engines admission uses; they are loaded by the caller, because they are heavy. */
export interface AdmissionEngines {
  readonly structure: (object: JsonObject, oldObject: JsonObject | undefined) => Structured;
  readonly checks: SpecChecks;
}

interface Said {
  readonly findings: readonly FieldFinding[];
  readonly unknownFields: readonly string[];
}

/**
 * Who decides it first, with nobody else around: the definition with its rules, the policy beside it, or only somebody who knows more than
 * the object, or reads what is in its texts.
 */
type Place = 'schema' | 'policy' | 'validating';

export type Verdict =
  | (Said & { readonly allowed: true; readonly object: JsonObject; readonly desired: Desired })
  | (Said & { readonly allowed: false; readonly decidedBy: Place });

/** Whether a HyperConverged is accepted, every reason against it, and what it comes to. */
export function admit(request: AdmissionRequest, engines: AdmissionEngines): Verdict {
  const { object, findings, unknownFields, isReadable } = structured(request, engines);
  if (findings.length > 0 || !isJsonObject(object)) {
    const ofRules = isReadable && isJsonObject(object) ? reviewSpecRules(objectAt(object, 'spec')) : [];
    return { allowed: false, decidedBy: 'schema', findings: [...findings, ...ofRules], unknownFields };
  }
  const isFree = isUntouched(request);
  const owner = ownerOf(object, request.inputs);
  const { admitted, configured } = completed(object, request);
  const reviews = reviewsOf(object, configured, request);
  const desired = desire(configured, owner, engines.checks);
  const found = inOrder(withoutRepeats([...reviews, ...objections(desired, request)]));
  const refused = found.some(({ level }) => level === 'error') && !isFree;
  if (refused)
    return { allowed: false, decidedBy: placeOf(configured, request), findings: found, unknownFields };
  const warnings = found.filter(({ level }) => level === 'warning');
  return { allowed: true, object: admitted, desired, findings: warnings, unknownFields };
}

function placeOf(configured: Configured, { operation, object }: AdmissionRequest): Place {
  if (operation === 'delete') return 'validating';
  if (reviewRules(configured).length > 0) return 'schema';
  const ofPolicy = [...reviewNamespace(object, configured.deployment), ...reviewPolicyRules(configured)];
  return ofPolicy.length > 0 ? 'policy' : 'validating';
}

/** What is stored may be deleted, however wrong it is. */
function structured(
  { operation, object, oldObject }: AdmissionRequest,
  engines: AdmissionEngines,
): Structured {
  return operation === 'delete'
    ? { object, unknownFields: [], findings: [], isReadable: true }
    : engines.structure(object, oldObject);
}

/** What rendering met, and what the operands' own APIs say; against a deletion only they may object. */
function objections(desired: Desired, request: AdmissionRequest): readonly FieldFinding[] {
  const ofOperands = operandRefusals(request, desired);
  return request.operation === 'delete' ? ofOperands : [...desired.findings, ...ofOperands];
}

/** What is looked at first: the first reason is the one upstream gives (`docs/compatibility/hyperconverged.md#admission`). */
const precedence = [
  'spec.certConfig',
  'metadata.namespace',
  'spec.dataImportCronTemplates',
  'spec.tlsSecurityProfile',
  'spec.mediatedDevicesConfiguration',
  'spec.workloads',
  'spec.infra',
];

function inOrder(findings: readonly FieldFinding[]): readonly FieldFinding[] {
  const rank = ({ at }: FieldFinding): number => {
    const index = precedence.findIndex((start) => at.startsWith(start));
    return index === -1 ? precedence.length : index;
  };
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

/** With the defaults that admission stores. */
function completed(
  object: JsonObject,
  { object: written, inputs }: AdmissionRequest,
): { admitted: JsonObject; configured: Configured } {
  const defaulted = objectAt(object, 'spec');
  const facts = deriveFacts(inputs.facts, valueAt(defaulted, 'workloads', 'nodePlacement'));
  const spec = admissionDefaults(settings, defaulted, facts);
  const configuration = { written: objectAt(written, 'spec'), spec, annotations: annotationsOf(object) };
  return { admitted: { ...object, spec }, configured: configure(configuration, inputs) };
}

function reviewsOf(
  object: JsonObject,
  configured: Configured,
  request: AdmissionRequest,
): readonly FieldFinding[] {
  if (request.operation === 'delete') return [];
  return [
    ...reviewMetadata(object, configured.deployment),
    ...reviewArchitectures(configured.facts),
    ...reviewImageArchitectures(configured),
    ...review(configured),
    ...reviewFormerSpellings(objectAt(request.object, 'spec')),
  ];
}

/** An update that changes neither spec nor annotations can't make anything worse. */
export function isUntouched({ operation, object, oldObject }: AdmissionRequest): boolean {
  if (operation !== 'update' || oldObject === undefined) return false;
  return (
    jsonEqual(object.spec ?? {}, oldObject.spec ?? {}) &&
    jsonEqual(annotationsOf(object), annotationsOf(oldObject))
  );
}

/** What the operands' own APIs answered, where somebody asked them; one that this cluster does not have has no say. */
function operandRefusals(
  { operation, operandRefusals }: AdmissionRequest,
  { operands }: Desired,
): readonly FieldFinding[] {
  if (operation === 'create' || operandRefusals === undefined) return [];
  const kinds = new Set(operands.map(({ operand }) => operand.kind));
  return Object.entries(operandRefusals[operation])
    .filter(([kind]) => kinds.has(kind))
    .map(([kind, text]) => ({
      level: 'error',
      at: kind,
      reason: 'Forbidden',
      message: `its API refuses the ${operation}: ${text}`,
      fix: 'resolve what the operand names first',
    }));
}

function ownerOf(object: JsonObject, { deployment }: Inputs): Owner {
  const { name, namespace, uid } = objectAt(object, 'metadata');
  return {
    name: textAt(name),
    namespace: typeof namespace === 'string' ? namespace : deployment.operatorNamespace,
    uid: typeof uid === 'string' ? uid : undefined,
  };
}

function withoutRepeats(findings: readonly FieldFinding[]): readonly FieldFinding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = JSON.stringify([finding.level, finding.at, finding.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
