import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { seededDraw } from '../../test/support/seeded-random.ts';
import { functionAround, functionsOf } from './functions-of.ts';
import { type Hits, readHits, testsOf, testsWithoutHits } from './hits.ts';
import { JudgedMutants, type Verdict } from './judged-mutants.ts';
import { mutantsOf } from './mutants-of.ts';
import { readOptions, usage } from './read-options.ts';
import { describeMutant, type Place, reasonWhyEquivalent, type Tally, tableOf } from './report.ts';
import { sourcesBelow, testsBelow } from './repository-files.ts';
import { TestRunner } from './test-runner.ts';

function refuse(problem: string): never {
  process.stderr.write(`mutants: ${problem}\n\n${usage}`);
  process.exit(2);
}

const read = readOptions(process.argv.slice(2));
if (!read.ok) refuse(read.problem);
const { options, folders } = read;

const say = (line: string) => process.stderr.write(`${line}\n`);

/** Runs the tests whose functions are not known yet on instrumented sources. */
async function recordHits(tests: readonly string[]): Promise<void> {
  const missing = testsWithoutHits(tests);
  if (missing.length === 0) return;
  say(`recording which functions ${missing.length} test files run (minutes, once)`);
  const runner = new TestRunner(['--record']);
  const outcome = await runner.run({ tests: missing }, 30 * 60_000);
  runner.stop();
  if (outcome.kind !== 'passed') say(`recording: ${JSON.stringify(outcome)}; mend that test first`);
}

function placesOf(files: readonly string[]): readonly Place[] {
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const functions = functionsOf(source, file);
    return mutantsOf(source, file).map((mutant) => ({
      file,
      source,
      mutant,
      functionStart: functionAround(functions, mutant.start),
    }));
  });
}

function sampleOf(places: readonly Place[]): readonly Place[] {
  if (options.sample === undefined) return places;
  const draw = seededDraw(Number(options.seed));
  const left = [...places];
  const drawn: Place[] = [];
  while (left.length > 0 && drawn.length < Number(options.sample))
    drawn.push(...left.splice(draw(left.length), 1));
  return drawn;
}

function mutatedText({ source, mutant }: Place): string {
  return source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
}

async function judge(place: Place, hits: readonly Hits[], runner: TestRunner): Promise<Verdict> {
  const tests = testsOf(hits, place, Number(options.budget) * 1_000);
  const { file } = place;
  const known = judged.verdict(place, tests);
  if (known !== undefined) return known;
  if (tests.length === 0) return 'unreached';
  const paths = tests.map(({ test }) => test);
  const expectedMs = tests.reduce((sum, { ms }) => sum + ms, 0);
  const request = { mutated: { file, source: mutatedText(place) }, tests: paths };
  const withinMs = 30_000 + 5 * expectedMs + 3_000 * paths.length;
  const first = await runner.run(request, withinMs);
  // a busy machine hangs as well as a mutant
  const outcome = first.kind === 'hung' ? await runner.run(request, 2 * withinMs) : first;
  const verdict = outcome.kind === 'passed' ? 'survived' : 'killed';
  const by = outcome.kind === 'failed' ? [outcome.test] : paths;
  judged.remember(place, verdict, by);
  return verdict;
}

/** The mutants of a folder; asked for before anything is run, for a mistyped folder should not cost minutes. */
function mutantsBelow(path: string): { readonly folder: string; readonly places: readonly Place[] } {
  const folder = relative(process.cwd(), resolve(path));
  const places = placesOf(sourcesBelow(folder));
  return places.length > 0
    ? { folder, places }
    : refuse(`${folder}: has no source of the product to break; name a folder or file below packages`);
}

async function judgeFolder(
  { folder, places }: ReturnType<typeof mutantsBelow>,
  hits: readonly Hits[],
): Promise<Tally> {
  const sample = [...sampleOf(places)];
  const tally = { folder, mutants: places.length, judged: 0, killed: 0, equivalent: 0 };
  say(`${folder}: ${sample.length} of ${places.length} mutants`);
  const work = async () => {
    const runner = new TestRunner();
    for (let place = sample.shift(); place !== undefined; place = sample.shift()) {
      tally.judged += 1;
      if (reasonWhyEquivalent(place) !== undefined) tally.equivalent += 1;
      else if (tell(place, await judge(place, hits, runner)) === 'killed') tally.killed += 1;
    }
    runner.stop();
  };
  await Promise.all(Array.from({ length: Number(options.jobs) }, work));
  return tally;
}

function tell(place: Place, verdict: Verdict): Verdict {
  if (verdict !== 'killed' || options.all) say(`${verdict.padEnd(9)} ${describeMutant(place)}`);
  return verdict;
}

if (options.help || folders.length === 0) {
  process.stderr.write(usage);
  process.exit(options.help ? 0 : 2);
}
const chosen = folders.map(mutantsBelow);
const judged = new JudgedMutants();
const tests = testsBelow(options.tests);
const nowhere = options.tests.find((path) => testsBelow([path]).length === 0);
if (nowhere !== undefined) refuse(`--tests ${nowhere}: there is no test of npm test`);
await recordHits(tests);
const hits = readHits(tests);
const tallies: Tally[] = [];
for (const each of chosen) tallies.push(await judgeFolder(each, hits));
process.stdout.write(tableOf(tallies));
process.exit(tallies.every(({ judged, killed, equivalent }) => judged === killed + equivalent) ? 0 : 1);
