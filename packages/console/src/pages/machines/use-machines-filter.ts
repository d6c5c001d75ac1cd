import type { MachinesFilter } from '../../models/machines-model.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Which machines are listed; it stands in the address. */
export function useMachinesFilter(): readonly [MachinesFilter, (filter: MachinesFilter) => void] {
  const [namespace, setNamespace] = useQuery('namespace');
  const [architecture, setArchitecture] = useQuery('arch');
  const [reason, setReason] = useQuery('problem');
  const [all, setAll] = useQuery('all');
  const set = (next: MachinesFilter) => {
    setNamespace(next.namespace);
    setArchitecture(next.architecture);
    setReason(next.reason);
    setAll(next.all ? 'yes' : '');
  };
  return [{ namespace, architecture, reason, all: all !== '' }, set];
}
