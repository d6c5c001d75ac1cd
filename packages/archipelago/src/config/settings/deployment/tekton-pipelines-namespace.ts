import { ignoredText } from './ignored-text.ts';

/** Accepted for old manifests; does nothing. */
export const tektonPipelinesNamespace = ignoredText(
  'tektonPipelinesNamespace',
  'example pipelines are no longer deployed',
);
