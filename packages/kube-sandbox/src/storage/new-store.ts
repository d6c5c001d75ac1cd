import { MemoryStore } from './memory-store.ts';

/** Real clusters have history before their first user; small revisions are long gone. */
const firstRevision = 100;

/** A store of a cluster that nothing has happened in. `history` is the number of changes remembered per resource. */
export function newStore(history: number): MemoryStore {
  return new MemoryStore(history, firstRevision);
}
