import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAssembly } from './layering/measure-assembly.ts';
import { measurePlanning } from './layering/measure-planning.ts';
import { measureWallTime } from './layering/measure-wall-time.ts';
import { printTable, type Table, writeInto } from './layering/table.ts';

/**
 * Measures on-cluster layering, and writes the tables into docs/performance.md.
 *   node tools/run.mjs bench/layering.ts [--planning] [--pools 500] [--nodes 2] [--assembly] [--layer-mib 32]
 *     [--repetitions 5] [--wall-time]
 * Without the flag of a part all are done. Only a part with its standard sizes is written into the document.
 */
const { values: options } = parseArgs({
  options: {
    planning: { type: 'boolean', default: false },
    assembly: { type: 'boolean', default: false },
    'wall-time': { type: 'boolean', default: false },
    pools: { type: 'string', default: '500' },
    /** Of each architecture in each pool. */
    nodes: { type: 'string', default: '2' },
    /** Of each architecture's layer. */
    'layer-mib': { type: 'string', default: '32' },
    repetitions: { type: 'string', default: '5' },
  },
});

const document = join('docs', 'performance.md');
const say = (text: string) => process.stderr.write(`bench: ${text}\n`);

interface Part {
  readonly name: 'planning' | 'assembly' | 'wall-time';
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
  {
    name: 'assembly',
    isStandard: options['layer-mib'] === '32' && options.repetitions === '5',
    measure: () =>
      measureAssembly(
        { layerMiB: Number(options['layer-mib']), repetitions: Number(options.repetitions) },
        say,
      ),
  },
  { name: 'wall-time', isStandard: true, measure: () => measureWallTime(say) },
];

const chosen = parts.filter(({ name }) => options[name]);
for (const { name, isStandard, measure } of chosen.length === 0 ? parts : chosen) {
  const table = printTable(await measure());
  process.stdout.write(`\n${table}\n`);
  if (isStandard) writeInto(document, `layering, ${name}`, table);
}
