import { Type } from '@sinclair/typebox';
import { setting } from './framework/setting.ts';
import { kubevirt } from './operands/kubevirt/kubevirt.ts';
import type { HyperConvergedSpec } from './settings.ts';
import { oneOf } from './shapes/one-of.ts';

// Promises of the framework that only the compiler can keep: `tsc` fails when one of these lines compiles.

export const accepted: HyperConvergedSpec = {
  evictionStrategy: 'None',
  featureGates: { downwardMetrics: true },
  certConfig: { ca: { duration: '72h' } },
};

// @ts-expect-error not one of the strategies
export const wrongWord: HyperConvergedSpec = { evictionStrategy: 'Never' };

// @ts-expect-error no such setting
export const wrongName: HyperConvergedSpec = { evictionStrategi: 'None' };

setting({
  path: 'a',
  summary: '',
  schema: oneOf(['None']),
  examples: [],
  lands: ({ set }) => [
    // @ts-expect-error a misspelt operand field
    set(kubevirt, 'spec.configuration.evictionStrategi', (value) => value),
  ],
});

setting({
  path: 'b',
  summary: '',
  schema: Type.Number(),
  examples: [],
  lands: ({ set }) => [
    // @ts-expect-error a number where the operand has text
    set(kubevirt, 'spec.configuration.evictionStrategy', (value) => value),
  ],
});

// @ts-expect-error a default of another type than the schema's
setting({ path: 'c', summary: '', schema: Type.Boolean(), default: 'yes', examples: [] });
