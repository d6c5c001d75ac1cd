import type { FactName } from '../facts/fact-kinds.ts';

/** What checks look at besides what they cannot do without (`needs`), by code. */
export const alsoReads: Readonly<Record<string, readonly FactName[]>> = {
  VD001: ['hyperConvergeds', 'kubeVirts'],
  VD004: ['hyperConvergeds', 'kubeVirts'],
  VD005: ['hyperConvergeds'],
  VD301: ['storageProfiles'],
  VD309: ['hyperConvergeds'],
  VD310: ['csiDrivers', 'snapshotClasses'],
  VD311: ['snapshotClasses'],
  VD312: ['snapshotClasses'],
  VD319: ['hyperConvergeds'],
  VD401: ['hyperConvergeds', 'storageClasses'],
  VD404: ['nodes'],
  VD508: ['nodes'],
  VD601: ['networkEnactments'],
  VD608: ['l2Advertisements', 'bgpAdvertisements'],
};
