import { type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';

/** Of a VirtualMachine; `running` is the older spelling. */
export function runStrategyOf(machine: KubernetesObject): string {
  const written = textAt(machine, 'spec', 'runStrategy');
  if (written !== '') return written;
  return valueAt(machine, 'spec', 'running') === true ? 'Always' : 'Halted';
}
