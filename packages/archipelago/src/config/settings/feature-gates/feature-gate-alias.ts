import { Type } from '@sinclair/typebox';
import type { Alias } from '../../framework/setting.ts';

/**
 * A switch that used to be a feature gate of the same name. Whichever of the two spellings differs from the
 * standard value counts (`docs/compatibility/hyperconverged.md#feature-gates`), so neither can be left behind by accident.
 */
export function featureGateAlias(name: string, { standard }: { readonly standard: boolean }): Alias<boolean> {
  return {
    path: `featureGates.${name}`,
    since: 'v1.16',
    schema: Type.Boolean({ description: `The former spelling of spec.${name}.` }),
    combine: (own, gate) => (own !== undefined && own !== standard ? own : (gate ?? own)),
  };
}
