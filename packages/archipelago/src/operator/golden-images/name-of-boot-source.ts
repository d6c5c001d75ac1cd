import type { BootSourceAction } from '../../golden-images/boot-source-action.ts';

/** The object of an action, with its namespace. */
export function nameOfBootSource(action: BootSourceAction): string {
  const { name, namespace } = action.kind === 'create' ? action.object.metadata : action.object;
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** What was done to it. */
export function doneWord({ kind }: BootSourceAction): string {
  return { create: 'created', update: 'changed', delete: 'deleted' }[kind];
}
