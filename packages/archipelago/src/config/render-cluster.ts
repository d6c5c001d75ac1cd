import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { ClusterFacts, DerivedFacts } from '../cluster-facts/cluster-facts.ts';
import { deriveFacts } from './derive-facts.ts';
import { type Configuration, type Resolution, resolve } from './framework/resolve.ts';
import type { Finding } from './framework/setting.ts';
import { operands } from './operands.ts';
import { applyPatchAnnotation, type SpecCheck } from './patch-annotations.ts';
import { landingsByOperand, type Owner, type Rendered, type RenderInput, render } from './render.ts';
import { settings } from './settings.ts';

const landings = landingsByOperand(settings);

/** Everything a HyperConverged comes to on a cluster. */
export interface Desired {
  readonly facts: DerivedFacts;
  readonly resolution: Resolution;
  /** In the order in which they are handled. An operand whose patch is refused is missing here and named in the findings. */
  readonly operands: readonly Rendered[];
  readonly findings: readonly Finding[];
}

/** Gives the check for an operand's spec; undefined: nothing is known about the kind. */
export type SpecChecks = (kind: string) => SpecCheck | undefined;

/** Pure: the same configuration and facts always come to the same operands. */
export function renderCluster(input: {
  readonly configuration: Configuration;
  readonly cluster: ClusterFacts;
  readonly owner: Owner;
  readonly checks: SpecChecks;
}): Desired {
  const { configuration, cluster, owner, checks } = input;
  const facts = deriveFacts(cluster, placementOf(configuration.spec));
  const resolution = resolve(settings, configuration, facts);
  const rendered = render({ operands, landings, resolution, facts, owner });
  const patched = rendered.map((operand) => patch(operand, configuration.annotations, checks));
  const elsewhere = onOtherPlatforms(
    rendered,
    { landings, resolution, facts, owner },
    configuration.annotations,
  );
  return {
    facts,
    resolution,
    operands: patched.map(({ rendered }) => rendered).filter((operand) => operand !== undefined),
    findings: [
      ...patched,
      ...elsewhere.map((operand) => patch(operand, configuration.annotations, checks)),
    ].flatMap(({ findings }) => findings),
  };
}

/** Patched operands that this platform lacks: a wrong patch is wrong everywhere, so that manifests can move. */
function onOtherPlatforms(
  rendered: readonly Rendered[],
  input: Omit<RenderInput, 'operands'>,
  annotations: Configuration['annotations'],
): readonly Rendered[] {
  const missing = operands.filter(
    (operand) =>
      operand.patchAnnotation !== undefined &&
      annotations[operand.patchAnnotation] !== undefined &&
      !rendered.some((present) => present.operand === operand),
  );
  return render({ ...input, operands: missing, facts: { ...input.facts, platform: 'openshift' } });
}

function placementOf(spec: JsonObject): JsonValue | undefined {
  return valueAt(spec, 'workloads', 'nodePlacement');
}

function patch(rendered: Rendered, annotations: Readonly<Record<string, string>>, checks: SpecChecks) {
  const { patchAnnotation, kind } = rendered.operand;
  const text = patchAnnotation === undefined ? undefined : annotations[patchAnnotation];
  if (text === undefined) return { rendered, findings: [] };
  return applyPatchAnnotation(rendered, text, checks(kind) ?? unchecked);
}

const unchecked: SpecCheck = (spec) => ({ spec, unknownFields: [], errors: [] });
