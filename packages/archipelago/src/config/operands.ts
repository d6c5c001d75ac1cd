import type { Operand } from './framework/operand.ts';
import { aaq } from './operands/aaq/aaq.ts';
import { cdi } from './operands/cdi/cdi.ts';
import { kubevirt } from './operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from './operands/network-addons-config/network-addons-config.ts';
import { passt } from './operands/passt/passt.ts';
import { priorityClass } from './operands/priority-class/priority-class.ts';
import { ssp } from './operands/ssp/ssp.ts';
import { waspAgent } from './operands/wasp-agent/wasp-agent.ts';

/** Every object the operator owns, in the order in which it handles them. */
export const operands: readonly Operand[] = [
  priorityClass,
  kubevirt,
  cdi,
  networkAddonsConfig,
  aaq,
  ...passt,
  ssp,
  ...waspAgent,
];
