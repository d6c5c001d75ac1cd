import type { Configured } from './configure.ts';
import type { Operand } from './framework/operand.ts';
import type { FieldFinding } from './framework/setting.ts';
import { operands } from './operands.ts';
import { patchOperand, type SpecChecks } from './patch-annotations.ts';
import { landingsByOperand, type Owner, type Rendered, render } from './render.ts';
import { settings } from './settings.ts';

const landings = landingsByOperand(settings);

/** Everything a HyperConverged comes to on a cluster. */
export interface Desired extends Configured {
  /** In the order in which they are handled. An operand whose patch is refused is missing here and named in the findings. */
  readonly operands: readonly Rendered[];
  readonly findings: readonly FieldFinding[];
}

/** Pure: the same configuration and inputs always come to the same operands. `checks`: the operand's own API is the judge when absent. */
export function desire(configured: Configured, owner: Owner, checks: SpecChecks = () => undefined): Desired {
  const { facts, configuration } = configured;
  const isPatched = ({ patchAnnotation }: Operand) =>
    patchAnnotation !== undefined && configuration.annotations[patchAnnotation] !== undefined;
  // a wrong patch is wrong everywhere, so that manifests can move: also where this platform lacks the operand
  const rendered = render({ operands, landings, configured, owner, alsoElsewhere: isPatched });
  const patched = rendered.map((one) => patchOperand(one, configuration.annotations, checks));
  return {
    ...configured,
    operands: patched.flatMap((one) => one.rendered ?? []).filter(({ operand }) => operand.fits(facts)),
    findings: patched.flatMap(({ findings }) => findings),
  };
}
