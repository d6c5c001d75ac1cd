import { ignoredText } from './ignored-text.ts';

/** Accepted for old manifests; does nothing. */
export const tektonTasksNamespace = ignoredText(
  'tektonTasksNamespace',
  'tekton tasks are no longer deployed',
);
