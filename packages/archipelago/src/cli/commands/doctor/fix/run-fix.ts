import { systemClock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { ClusterView } from '../../../../doctor/cluster/cluster-view.ts';
import type { Facts } from '../../../../doctor/facts/facts.ts';
import { type FixPlan, type FixStep, planFixes, stepsOf } from '../../../../doctor/fixes/fix-plan.ts';
import type { DoctorFinding, Report } from '../../../../doctor/model/report.ts';
import { shellWord } from '../../../../doctor/model/shell-word.ts';
import { gatherFacts } from '../../../../operator/doctor/gather-facts.ts';
import { withClient } from '../../../cluster/live-cluster.ts';
import { parseTimeout } from '../../../flags/parse-timeout.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { paintChanges } from '../../../text/paint-changes.ts';
import { checkNamed } from '../chosen-checks.ts';
import type { DoctorOptions } from '../doctor-options.ts';
import { factsOf } from '../facts-of.ts';
import { findingsMeant, wholeReport } from './findings-meant.ts';
import { writeStep } from './fix-writer.ts';
import { countSteps, emitted, printPlan, refusalText, stepName } from './print-fix.ts';
import { writeUndoFile } from './undo-file.ts';

export interface FixOptions extends DoctorOptions {
  readonly object?: string;
  readonly yes?: boolean;
  readonly emit?: boolean;
  readonly force?: boolean;
  readonly undoFile?: string;
  readonly timeout?: string;
}

/** What narrows the report does not narrow what is written. */
function refuseOtherFlags(options: FixOptions): void {
  if (options.output !== undefined)
    throw new UsageError(
      `--output ${options.output}: does not go with fix, which tells people; --emit prints the patches as YAML`,
    );
  const { filename, emit, only, skip, topic, namespace, node, arch, pre } = options;
  const objects = emit === true ? undefined : filename;
  const [given] = Object.entries({ filename: objects, only, skip, topic, namespace, node, arch, pre }).filter(
    ([, value]) => value !== undefined && value !== false && (!Array.isArray(value) || value.length > 0),
  );
  if (given !== undefined)
    throw new UsageError(
      `--${given[0]}: does not go with fix, which writes to the cluster; name what is meant with --object`,
    );
}

/** What goes on while a fix is made. */
interface Fixing {
  readonly code: string;
  readonly options: FixOptions;
  readonly io: Io;
}

/**
 * Shows what would mend the findings of a check, tries it on the server, and carries it out where that is wanted. 0: it can be done, or
 * was and the finding is gone; 1: it cannot, or is not gone; 3: whether there is a finding could not be told.
 */
export async function runFix(code: string, options: FixOptions, io: Io): Promise<number> {
  const fixing = { code: checkNamed(code).code, options, io };
  refuseOtherFlags(options);
  const timeoutMs = parseTimeout(options.timeout ?? '30s');
  if (options.emit === true) return emit(fixing, await factsOf(options, io));
  return withClient(options, async (client) => {
    const facts = await gatherFacts(client, systemClock.now());
    const report = wholeReport(facts);
    const findings = meant(report, fixing);
    if (findings.length === 0) return nothingFound(report, fixing);
    const steps = agreedSteps(planFixes(findings, new ClusterView(facts)), fixing);
    if (steps === undefined || !(await tryAll(client, steps, io))) return 1;
    if (options.yes !== true) {
      io.out('The server would take it. Nothing was written; add --yes to carry it out.\n');
      return 0;
    }
    return carryOut({ ...fixing, client, steps, timeoutMs });
  });
}

function meant(report: Report, { code, options }: Fixing): readonly DoctorFinding[] {
  return findingsMeant(report, { code, object: options.object });
}

function nothingFound({ checks: results }: Report, { code, options, io }: Fixing): number {
  const result = results.find((one) => one.code === code);
  const of = options.object === undefined ? '' : ` about ${options.object}`;
  const because = result?.reason === undefined ? '' : `: ${result.status}, ${result.reason}`;
  io.out(`${code} finds nothing${of}${because}\n`);
  return result?.status === 'unknown' ? 3 : 0;
}

/** Prints the plans; undefined where nothing may be written. */
function agreedSteps(plans: readonly FixPlan[], { options, io }: Fixing): readonly FixStep[] | undefined {
  for (const plan of plans) io.out(paintChanges(printPlan(plan), io.outColor === true));
  const steps = stepsOf(plans);
  if (steps.length > 0) io.out(countSteps(steps));
  const kept = steps.find(({ keptBy }) => keptBy !== undefined);
  if (kept !== undefined && options.force !== true) {
    io.err(
      `archipelago: ${stepName(kept)}: ${kept.keptBy} looks after it and would write it back; use --emit and change it there, or add --force\n`,
    );
    return undefined;
  }
  return steps.length === 0 ? undefined : steps;
}

function emit(fixing: Fixing, facts: Facts): number {
  const report = wholeReport(facts);
  const findings = meant(report, fixing);
  if (findings.length === 0) return nothingFound(report, fixing);
  const plans = planFixes(findings, new ClusterView(facts));
  for (const plan of plans) if ('refused' in plan) fixing.io.err(printPlan(plan));
  fixing.io.out(emitted(stepsOf(plans)));
  return plans.every((plan) => !('refused' in plan)) ? 0 : 1;
}

type Writing = Pick<KubernetesClient, 'create' | 'patch'>;

/** Asks the server about everything before anything is written. */
async function tryAll(client: Writing, steps: readonly FixStep[], io: Io): Promise<boolean> {
  const answers = await Promise.all(
    steps.map(async (step) => ({ step, answer: await writeStep(client, step, true) })),
  );
  const refused = answers.filter(({ answer }) => !answer.ok);
  for (const { step, answer } of refused)
    if (!answer.ok) io.err(`archipelago: ${refusalText(step, answer.status)}\n`);
  return refused.length === 0;
}

interface CarryingOut extends Fixing {
  readonly client: KubernetesClient;
  readonly steps: readonly FixStep[];
  readonly timeoutMs: number;
}

async function carryOut({ code, options, io, client, steps, timeoutMs }: CarryingOut): Promise<number> {
  const file = options.undoFile ?? `doctor-undo-${code}-${stamp(systemClock.now())}.json`;
  await writeUndoFile(file, code, steps);
  io.out(`undo: archipelago doctor undo ${shellWord(file)}\n`);
  for (const step of steps) {
    const answer = await writeStep(client, step, false);
    if (!answer.ok) {
      io.err(`archipelago: ${refusalText(step, answer.status)}; what came before it was written\n`);
      return 1;
    }
    io.out(`wrote ${stepName(step)}\n`);
  }
  const isGone = await untilGone({ code, options, io }, client, timeoutMs);
  io.out(isGone ? `${code} is gone\n` : `${code} is still found after ${timeoutMs / 1000} s\n`);
  return isGone ? 0 : 1;
}

/** `20261123T120000Z` */
function stamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

const pauseMs = 500;

/** That nobody could look, or that another finding is in the way, says nothing. */
function isGone(report: Report, fixing: Fixing): boolean {
  const result = report.checks.find(({ code }) => code === fixing.code);
  const isAnswered = result?.status !== 'unknown' && result?.suppressedBy === undefined;
  return isAnswered && meant(report, fixing).length === 0;
}

/** Others may have to do something about what was written first. */
async function untilGone(fixing: Fixing, client: KubernetesClient, timeoutMs: number): Promise<boolean> {
  const end = systemClock.now() + timeoutMs;
  for (;;) {
    const report = wholeReport(await gatherFacts(client, systemClock.now()));
    if (isGone(report, fixing)) return true;
    if (systemClock.now() + pauseMs > end) return false;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
