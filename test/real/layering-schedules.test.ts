// the same as in `npm test`, more of them; whoever looks for what is rare says how many
process.env.SCHEDULES ??= '200';
await import('../../packages/archipelago/src/layering/build-plan/fault-schedules.property.test.ts');
