// Start-up of offline commands against an empty Node process, in the order measured, so that load on the machine hits all alike.
//   node bench/startup.mjs [runs]      the aim: no median over 1.4 × `node -e 0`
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const aim = 1.4;
const runs = Number(process.argv[2] ?? 20);
const archipelago = fileURLToPath(new URL('../bin/archipelago', import.meta.url));
const example = fileURLToPath(new URL('../examples/minimal.yaml', import.meta.url));
const cases = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: 'archipelago --help', args: [archipelago, '--help'] },
  { name: 'archipelago render', args: [archipelago, 'render', '-f', example] },
  { name: 'archipelago validate', args: [archipelago, 'validate', '-f', example] },
  { name: 'archipelago explain', args: [archipelago, 'explain', 'spec.evictionStrategy'] },
].map((command) => ({ ...command, times: [] }));

for (let run = 0; run < runs; run += 1) {
  for (const { args, times, name } of cases) {
    const start = process.hrtime.bigint();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`);
  }
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const empty = median(cases[0].times);
for (const { name, times } of cases) {
  const ratio = median(times) / empty;
  const over = ratio > aim ? `  over the aim of ${aim}` : '';
  console.log(
    `${name.padEnd(22)} median ${median(times).toFixed(1).padStart(6)} ms   ${ratio.toFixed(2)} ×${over}`,
  );
}
