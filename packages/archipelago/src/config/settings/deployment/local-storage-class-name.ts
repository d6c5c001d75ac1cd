import { ignoredText } from './ignored-text.ts';

/** Accepted for old manifests; does nothing. */
export const localStorageClassName = ignoredText(
  'localStorageClassName',
  'storage classes are chosen per disk',
);
