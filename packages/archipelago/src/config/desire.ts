import type { Configured } from './configure.ts';
import type { FieldFinding } from './framework/setting.ts';
import { operands } from './operands.ts';
import { applyPatchAnnotation, type SpecCheck } from './patch-annotations.ts';
import { landingsByOperand, type Owner, type Rendered, render } from './render.ts';
import { settings } from './settings.ts';

const landings = landingsByOperand(settings);

/** Everything a HyperConverged comes to on a cluster. */
export interface Desired extends Configured {
  /** In the order in which they are handled. An operand whose patch is refused is missing here and named in the findings. */
  readonly operands: readonly Rendered[];
  readonly findings: readonly FieldFinding[];
}

/** Gives the check for an operand's spec; undefined: nothing is known about the kind. */
export type SpecChecks = (kind: string) => SpecCheck | undefined;

/** Pure: the same configuration and inputs always come to the same operands. `checks`: the operand's own API is the judge when absent. */
export function desire(configured: Configured, owner: Owner, checks: SpecChecks = () => undefined): Desired {
  const { annotations } = configured.configuration;
  const rendered = render({ operands, landings, configured, owner });
  const patched = rendered.map((operand) => patch(operand, annotations, checks));
  const elsewhere = onOtherPlatforms(rendered, configured, owner).map((operand) =>
    patch(operand, annotations, checks),
  );
  return {
    ...configured,
    operands: patched.flatMap((one) => one.rendered ?? []),
    findings: [...patched, ...elsewhere].flatMap(({ findings }) => findings),
  };
}

/** Patched operands that this platform lacks: a wrong patch is wrong everywhere, so that manifests can move. */
function onOtherPlatforms(
  rendered: readonly Rendered[],
  configured: Configured,
  owner: Owner,
): readonly Rendered[] {
  const { annotations } = configured.configuration;
  const missing = operands.filter(
    (operand) =>
      operand.patchAnnotation !== undefined &&
      annotations[operand.patchAnnotation] !== undefined &&
      !rendered.some((present) => present.operand === operand),
  );
  const elsewhere = { ...configured, facts: { ...configured.facts, platform: 'openshift' as const } };
  return render({ operands: missing, landings, configured: elsewhere, owner });
}

function patch(rendered: Rendered, annotations: Readonly<Record<string, string>>, checks: SpecChecks) {
  const { patchAnnotation, kind } = rendered.operand;
  const text = patchAnnotation === undefined ? undefined : annotations[patchAnnotation];
  if (text === undefined) return { rendered, findings: [] };
  return applyPatchAnnotation(rendered, text, checks(kind) ?? unchecked);
}

const unchecked: SpecCheck = (spec) => ({ spec, unknownFields: [], errors: [] });
