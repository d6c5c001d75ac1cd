/** Formats of every command that lists something, as kubectl has them. */
export const listOutputs = ['wide', 'name', 'yaml', 'json'] as const;

export type ListOutput = (typeof listOutputs)[number];
