// The commands that start something. They are a bundle of their own, so that the offline commands start fast.
export { runOperator } from './operator.ts';
export { runSandbox } from './sandbox.ts';
export { runUp } from './up.ts';
