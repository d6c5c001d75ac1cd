/** By what the operator inside of `archipelago up` holds its lease. */
export const upIdentity = 'archipelago-up';
