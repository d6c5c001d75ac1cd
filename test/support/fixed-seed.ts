import fc from 'fast-check';

// A rare counterexample is found by whoever looks for it with another SEED, not by whoever happens to run the tests.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });
