import { testHostileRegistries } from '../../suites/hostile-registries.ts';

testHostileRegistries(400, 1);
