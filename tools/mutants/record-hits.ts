import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { hitsFolder, hitsName } from './hits.ts';

declare global {
  var recordHit: ((key: string, start: number) => void) | undefined;
}

const began = performance.now();
const hits = new Map<string, Set<number>>();

// Instrumented sources call it; one that is loaded without it would not mind.
globalThis.recordHit = (key, start) => {
  const known = hits.get(key);
  if (known === undefined) hits.set(key, new Set([start]));
  else known.add(start);
};

afterAll(() => {
  const test = relative(process.cwd(), expect.getState().testPath ?? '');
  const files = Object.fromEntries([...hits].map(([key, starts]) => [key, [...starts]]));
  mkdirSync(hitsFolder, { recursive: true });
  writeFileSync(
    join(hitsFolder, hitsName(test)),
    JSON.stringify({ test, ms: Math.round(performance.now() - began), files }),
  );
});
