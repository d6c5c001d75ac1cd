/** Marks everything in a sandbox that only plays its part: nodes without machines, operands without pods. */
export const simulatedAnnotation = 'archipelago.dev/simulated';
