import type { ConfigView } from '../../../../layering/view/config-view.ts';

/** Whether the config was changed, and the operator has not looked at it: what is there is of the config before. */
export function isBehind({ findings }: ConfigView): boolean {
  return findings.some(({ reason }) => reason === 'NotObserved');
}
