import { type Action, targetOf } from './action.ts';

const doWords = {
  create: 'create',
  edit: 'update',
  recreate: 'recreate',
  patch: 'change',
  status: 'write the status of',
  evict: 'evict',
  delete: 'delete',
} as const satisfies Readonly<Record<Action['kind'], string>>;

/** What is to be done. */
export function doWord({ kind }: Action): (typeof doWords)[Action['kind']] {
  return doWords[kind];
}

const doneWords: Readonly<Record<Action['kind'], string>> = {
  create: 'created',
  edit: 'updated',
  recreate: 'recreated',
  patch: 'changed',
  status: 'wrote the status of',
  evict: 'evicted',
  delete: 'deleted',
};

/** What was done. */
export function doneWord({ kind }: Action): string {
  return doneWords[kind];
}

/** `DataSource images/fedora`. */
export function printTarget(action: Action): string {
  const { kind, namespace, name } = targetOf(action);
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** `created Job builds/edge-1: arm64 is built on node-3`. */
export function printDone(action: Action): string {
  return `${doneWord(action)} ${printTarget(action)}: ${action.because}`;
}
