import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurePlanning } from './layering/measure-planning.ts';
import { printTable, type Table, writeInto } from './layering/table.ts';

/**
 * Measures on-cluster layering, and writes the tables into docs/performance.md.
 *   node tools/run.mjs bench/layering.ts [--planning] [--pools 500] [--nodes 2]
 * Without the flag of a part all are done. Only a part with its standard sizes is written into the document.
 */
const { values: options } = parseArgs({
  options: {
    planning: { type: 'boolean', default: false },
    pools: { type: 'string', default: '500' },
    /** Of each architecture in each pool. */
    nodes: { type: 'string', default: '2' },
  },
});

const document = join('docs', 'performance.md');
const say = (text: string) => process.stderr.write(`bench: ${text}\n`);

interface Part {
  readonly name: 'planning';
  readonly isStandard: boolean;
  readonly measure: () => Promise<Table>;
}

const parts: readonly Part[] = [
  {
    name: 'planning',
    isStandard: options.pools === '500' && options.nodes === '2',
    measure: async () =>
      measurePlanning({ pools: Number(options.pools), nodesEach: Number(options.nodes) }, say),
  },
];

const chosen = parts.filter(({ name }) => options[name]);
for (const { name, isStandard, measure } of chosen.length === 0 ? parts : chosen) {
  const table = printTable(await measure());
  process.stdout.write(`\n${table}\n`);
  if (isStandard) writeInto(document, `layering, ${name}`, table);
}
