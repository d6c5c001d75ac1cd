import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { Deployment, Inputs, OperandRefusals } from '../cluster-facts/inputs.ts';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { type AdmissionEngines, type AdmissionRequest, admit, type Verdict } from './admit.ts';
import type { Desired } from './desire.ts';
import type { Cause } from './framework/cause.ts';
import { parseFieldPath, printFieldPath } from './framework/field-path.ts';
import type { Example, FieldFinding } from './framework/setting.ts';
import { loadEngines } from './load-engines.ts';
import type { Rendered } from './render.ts';

export const engines: AdmissionEngines = await loadEngines(undefined);

/** A HyperConverged and the cluster it is for; what is left out is as in the standard cluster. */
export interface Given extends Pick<Example, 'spec' | 'annotations'> {
  readonly metadata?: JsonObject;
  readonly cluster?: Example['cluster'];
  readonly deployment?: Partial<Deployment>;
  readonly operandRefusals?: OperandRefusals;
}

/** The standard cluster and deployment, but for what is given. */
export function inputsOf({ cluster, deployment }: Pick<Given, 'cluster' | 'deployment'>): Inputs {
  const { facts, deployment: standard, memory } = standardInputs;
  return { facts: { ...facts, ...cluster }, deployment: { ...standard, ...deployment }, memory };
}

export function hyperConverged({ spec, annotations, metadata }: Given): JsonObject {
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: {
      name: 'kubevirt-hyperconverged',
      ...(annotations === undefined ? {} : { annotations }),
      ...metadata,
    },
    ...(spec === undefined ? {} : { spec }),
  };
}

/** Asks admission; `old` is what is stored, before an update. */
export function verdictOf(
  given: Given,
  operation: AdmissionRequest['operation'] = 'create',
  old?: Given,
): Verdict {
  const { operandRefusals } = given;
  const oldObject = old === undefined ? undefined : hyperConverged(old);
  const asked = operandRefusals === undefined ? {} : { operandRefusals };
  const request = { operation, object: hyperConverged(given), oldObject, inputs: inputsOf(given), ...asked };
  return admit(request, engines);
}

/** What an accepted HyperConverged comes to. */
export function desiredOf(given: Given): Desired {
  const verdict = verdictOf(given);
  if (!verdict.allowed) throw new Error(JSON.stringify(verdict.findings));
  return verdict.desired;
}

export function refusalsOf({ findings }: Pick<Verdict, 'findings'>): readonly FieldFinding[] {
  return findings.filter(({ level }) => level === 'error');
}

export function warningsOf({ findings }: Pick<Verdict, 'findings'>): readonly FieldFinding[] {
  return findings.filter(({ level }) => level === 'warning');
}

/** `Kind.path`; of several objects of a kind the first that has the path. */
export function renderedAt(rendered: readonly Rendered[], target: string): JsonValue | undefined {
  const [kind, ...path] = parseFieldPath(target);
  const values = rendered
    .filter(({ operand }) => operand.kind === kind)
    .map(({ manifest }) => valueAt(manifest, ...path));
  return values.find((value) => value !== undefined);
}

/** The cause of the leaf at `Kind.path`. */
export function causeAt(rendered: readonly Rendered[], target: string): Cause | undefined {
  const [kind, ...path] = parseFieldPath(target);
  const leaf = printFieldPath(path);
  return rendered
    .filter(({ operand }) => operand.kind === kind)
    .flatMap(({ causes }) => causes)
    .find((one) => printFieldPath(one.path) === leaf)?.cause;
}
