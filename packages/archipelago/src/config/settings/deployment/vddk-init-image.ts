import { ignoredText } from './ignored-text.ts';

/** Accepted for old manifests; does nothing. */
export const vddkInitImage = ignoredText('vddkInitImage', 'the image is named in the import itself');
