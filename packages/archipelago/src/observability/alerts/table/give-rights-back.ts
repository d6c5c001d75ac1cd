import type { RunbookStep } from '../alert.ts';

/** The step that gives the operator the rights of its release. */
export const giveRightsBack: RunbookStep = {
  say: 'Apply the manifests of the running release again, with the flags that it was installed with: with fewer flags they take rights away. The condition ReconcileComplete prints the whole command where it says which right is missing: put its flags in the place of FLAGS.',
  run: 'archipelago manifests --namespace {namespace} FLAGS | kubectl apply -f -',
  prints: '... archipelago-operator ...',
};
