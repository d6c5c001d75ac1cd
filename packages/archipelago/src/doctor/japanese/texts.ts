import type { CheckTexts } from '../texts/check-texts.ts';
import { architectureTexts } from './architecture-texts.ts';
import { densityTexts } from './density-texts.ts';
import { healthTexts } from './health-texts.ts';
import { hostPathTexts } from './host-path-texts.ts';
import { layeringTexts } from './layering-texts.ts';
import { migrationTexts } from './migration-texts.ts';
import { networkTexts } from './network-texts.ts';
import { nodeTexts } from './node-texts.ts';
import { placementTexts } from './placement-texts.ts';
import { storageClassTexts } from './storage-class-texts.ts';
import { storageProfileTexts } from './storage-profile-texts.ts';
import { storageSettingTexts } from './storage-setting-texts.ts';
import { subscriptionTexts } from './subscription-texts.ts';

/** The texts of checks in Japanese, by code. */
export const japaneseTexts: Readonly<Record<string, CheckTexts>> = {
  ...healthTexts,
  ...subscriptionTexts,
  ...placementTexts,
  ...storageClassTexts,
  ...storageProfileTexts,
  ...storageSettingTexts,
  ...hostPathTexts,
  ...migrationTexts,
  ...networkTexts,
  ...densityTexts,
  ...nodeTexts,
  ...architectureTexts,
  ...layeringTexts,
};
