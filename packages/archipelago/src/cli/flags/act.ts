/** Carries a command out, with its arguments and flags as commander gives them. */
export type Act<Arguments extends readonly unknown[]> = (...args: Arguments) => Promise<void>;
