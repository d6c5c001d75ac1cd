/** The operator's parts, as its log names them and as levels are chosen for them. */
export const components = [
  'operator',
  'operands',
  'golden-images',
  'layering',
  'rollout',
  'webhook',
  'doctor',
  'mirror',
  'client',
  'election',
  'events',
  'metrics',
  'traces',
  'log',
] as const;

export type Component = (typeof components)[number];
