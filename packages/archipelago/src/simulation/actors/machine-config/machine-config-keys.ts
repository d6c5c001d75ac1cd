const group = 'machineconfiguration.openshift.io';

/** Labels and annotations of the Machine Config Operator, as it documents them. */
export const keys = {
  /** On a MachineConfig: whose it is. */
  role: `${group}/role`,
  /** On a rendered MachineConfig. */
  generatedBy: `${group}/generated-by-controller-version`,
  release: `${group}/release-image-version`,
  /** On a Node, the daemon's. */
  currentConfig: `${group}/currentConfig`,
  state: `${group}/state`,
  reason: `${group}/reason`,
  desiredDrain: `${group}/desiredDrain`,
  /** On a Node, the controller's. */
  desiredConfig: `${group}/desiredConfig`,
  lastAppliedDrain: `${group}/lastAppliedDrain`,
} as const;
