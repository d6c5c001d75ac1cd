import { vi } from 'vitest';
import { testHostileRegistries } from '../suites/hostile-registries.ts';

vi.setConfig({ testTimeout: 180_000 });
testHostileRegistries(20_000, Number(process.env.FAULT_SEED ?? 1));
