import type { LayeringAction } from '../../layering/build-plan/layering-plan.ts';

/** `created Job b-edge-…: arm64 is built on node-3`. */
export function printLayeringAction(action: LayeringAction): string {
  const name = 'metadata' in action.object ? action.object.metadata.name : action.object.name;
  return `${verbOf(action)} ${action.object.kind} ${name}: ${action.because}`;
}

function verbOf({ kind }: LayeringAction): string {
  switch (kind) {
    case 'create':
      return 'created';
    case 'patch':
      return 'changed';
    case 'status':
      return 'wrote the status of';
    case 'delete':
      return 'deleted';
  }
}
