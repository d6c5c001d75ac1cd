import {
  isJsonObject,
  type JsonObject,
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
import { asBefore } from './framework/as-before.ts';
import type { FieldFinding } from './framework/setting.ts';
import { inOrder } from './in-order.ts';
import type { SpecChecks } from './patch-annotations.ts';
import type { Owner } from './render.ts';
import { review, reviewFormerSpellings, reviewPolicyRules, reviewRules, reviewSpecRules } from './review.ts';
import { reviewArchitectures, reviewImageArchitectures } from './review-architectures.ts';
import { reviewMetadata, reviewNamespace } from './review-metadata.ts';
import { settings } from './settings.ts';
import { sparing } from './sparing.ts';
import type { Structured } from './structure.ts';
import { withoutMisshapen } from './without-misshapen.ts';

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

/**
 * Whether a HyperConverged is accepted, every reason against it, and what it comes to. An update is not refused for what it leaves as it was:
 * rules may be younger than the object, and labels, finalizers and other fields have to be mended one by one.
 */
export function admit(request: AdmissionRequest, engines: AdmissionEngines): Verdict {
  const shape = structured(request, engines);
  const { object, unknownFields } = shape;
  if (shape.findings.length > 0 || !isJsonObject(object)) {
    const findings = [...shape.findings, ...rulesBeside(shape, request, engines)];
    return { allowed: false, decidedBy: 'schema', findings, unknownFields };
  }
  const sound = withoutMisshapen(object, shape.misshapen);
  const strict = judge(sound, request, engines);
  const before = strict.findings.some(isError) ? judgeBefore(request, engines) : undefined;
  const judged = before === undefined ? strict : judge(sound, request, engines, before);
  const findings = inOrder([...shape.forgiven.map(asBefore), ...judged.findings]);
  if (findings.some(isError))
    return { allowed: false, decidedBy: placeOf(judged, request, before), findings, unknownFields };
  const { desired, configured } = judged;
  const admitted = { ...object, spec: configured.configuration.spec };
  return { allowed: true, object: admitted, desired, findings, unknownFields };
}

function isError({ level }: FieldFinding): boolean {
  return level === 'error';
}

/** Rules about the values of an object that has the right types, and is wrong otherwise. */
function rulesBeside(
  { object, isReadable, misshapen }: Structured,
  { oldObject }: AdmissionRequest,
  engines: AdmissionEngines,
): readonly FieldFinding[] {
  if (!isReadable || !isJsonObject(object)) return [];
  const former = oldObject === undefined ? undefined : engines.structure(oldObject, undefined).object;
  const spec = objectAt(withoutMisshapen(object, misshapen), 'spec');
  return reviewSpecRules(spec, former === undefined ? undefined : objectAt(former, 'spec'));
}

/** A HyperConverged of the right shape, looked at. */
interface Judged {
  readonly object: JsonObject;
  readonly configured: Configured;
  readonly desired: Desired;
  readonly findings: readonly FieldFinding[];
}

/** `before`: what the update leaves as it was there is no reason to refuse it. */
function judge(
  object: JsonObject,
  request: AdmissionRequest,
  engines: AdmissionEngines,
  before?: Judged,
): Judged {
  const configured = completed(object, request);
  const desired = desire(configured, ownerOf(object, request.inputs), engines.checks);
  const own = [...reviewsOf(object, configured, request, before?.configured)];
  // against a deletion only operands' own APIs may object
  if (request.operation !== 'delete') own.push(...desired.findings);
  const spared = before === undefined ? own : sparing(own, { object, configured }, before);
  const ofOperands = isUntouched(request) ? [] : operandRefusals(request, desired);
  return { object, configured, desired, findings: [...spared, ...ofOperands] };
}

/** The object before the update; undefined where there is none. */
function judgeBefore(request: AdmissionRequest, engines: AdmissionEngines): Judged | undefined {
  const { operation, oldObject, inputs } = request;
  if (operation !== 'update' || oldObject === undefined) return undefined;
  const { object, misshapen } = engines.structure(oldObject, undefined);
  if (!isJsonObject(object)) return undefined;
  const asked = { operation: 'create', object: oldObject, oldObject: undefined, inputs } as const;
  return judge(withoutMisshapen(object, misshapen), asked, engines);
}

function placeOf(
  { object, configured }: Judged,
  { operation }: AdmissionRequest,
  before: Judged | undefined,
): Place {
  if (operation === 'delete') return 'validating';
  if (reviewRules(configured, before?.configured).length > 0) return 'schema';
  const ofNamespace = before === undefined ? reviewNamespace(object, configured.deployment) : [];
  return ofNamespace.length + reviewPolicyRules(configured, before?.configured).length > 0
    ? 'policy'
    : 'validating';
}

/** What is stored may be deleted, however wrong it is. */
function structured(
  { operation, object, oldObject }: AdmissionRequest,
  engines: AdmissionEngines,
): Structured {
  const shape = engines.structure(object, oldObject);
  return operation === 'delete' ? { ...shape, object, unknownFields: [], findings: [], forgiven: [] } : shape;
}

/** With the defaults that admission stores. */
function completed(object: JsonObject, { object: written, inputs }: AdmissionRequest): Configured {
  const defaulted = objectAt(object, 'spec');
  const facts = deriveFacts(inputs.facts, valueAt(defaulted, 'workloads', 'nodePlacement'));
  const spec = admissionDefaults(settings, defaulted, facts);
  const configuration = { written: objectAt(written, 'spec'), spec, annotations: annotationsOf(object) };
  return configure(configuration, inputs);
}

function reviewsOf(
  object: JsonObject,
  configured: Configured,
  request: AdmissionRequest,
  former: Configured | undefined,
): readonly FieldFinding[] {
  if (request.operation === 'delete') return [];
  return [
    ...reviewMetadata(object, configured.deployment),
    ...reviewArchitectures(configured.facts),
    ...reviewImageArchitectures(configured),
    ...review(configured, former),
    ...reviewFormerSpellings(objectAt(request.object, 'spec')),
  ];
}

/** An update that changes neither spec nor annotations can't make anything worse. */
export function isUntouched({
  operation,
  object,
  oldObject,
}: Pick<AdmissionRequest, 'operation' | 'object' | 'oldObject'>): boolean {
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
