/** Schemas of what every object has. An API server refuses a text for `metadata`, and brings its own. */
export const objectTexts = {
  apiVersion: { type: 'string', description: 'Group and version of the kind, as group/version.' },
  kind: { type: 'string', description: 'What it is an object of.' },
  metadata: { type: 'object' },
} as const;
