import { vi } from 'vitest';

// the same as in `npm test`, more of them; whoever looks for what is rare says how many
process.env.RUNS ??= '100';
vi.setConfig({ testTimeout: 1_800_000 });
await import('../../packages/archipelago/src/config/rules.test.ts');
await import('../../packages/archipelago/src/doctor/checks.test.ts');
await import('../../packages/archipelago/src/golden-images/boot-sources/plan-boot-sources.property.test.ts');
await import('../../packages/archipelago/src/layering/build-plan/plan-layering.property.test.ts');
await import('../../packages/archipelago/src/layering/forecast/foresee.test.ts');
await import('../../packages/archipelago/src/layering/rollout/plan-rollout.property.test.ts');
await import('../../packages/archipelago/src/operator/layering/plan-memory.property.test.ts');
await import('../../packages/archipelago/src/reconcile/plan-operands.test.ts');
await import('../../packages/archipelago/src/simulation/actors/machine-config/convergence.property.test.ts');
