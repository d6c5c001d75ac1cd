import { isJsonObject, type JsonObject, listAt } from '@archipelago/apimachinery';
import type { ArrivalState } from './arrival.ts';

/** What keeps a HyperConverged from being Available, one line per reason. */
export function explainDelay({ hyperConverged, operands }: ArrivalState): string {
  const late = operands.filter(({ state }) => state !== 'Available');
  const lines = [
    ...conditionsOf(hyperConverged?.status).map(
      ({ type, status, reason, message }) => `HyperConverged: ${type}=${status} ${reason}: ${message}`,
    ),
    ...late.map(({ kind, name, state, message = '' }) => `${kind} ${name}: ${state}: ${message}`),
  ];
  const known = lines.length === 0 ? ['HyperConverged: the operator has not reported yet'] : lines;
  return known.map((line) => `  ${line}\n`).join('');
}

/** The conditions that are not as they should be. */
function conditionsOf(status: unknown): readonly JsonObject[] {
  const conditions = isJsonObject(status) ? status.conditions : undefined;
  const list: readonly unknown[] = listAt(conditions);
  return list
    .filter(isJsonObject)
    .filter(({ type, status: value }) => typeof type === 'string' && value !== wanted(type));
}

function wanted(type: string): string {
  return type === 'Progressing' || type === 'Degraded' ? 'False' : 'True';
}
