import type { ObjectReference } from './check.ts';

/** `StorageClass/rbd`, `VirtualMachine/app/vm`. */
export function objectText({ kind, namespace = '', name }: ObjectReference): string {
  return namespace === '' ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
}
