import {
  type Clock,
  isKubernetesObject,
  type JsonObject,
  objectsAt,
  sleep,
  textAt,
} from '@archipelago/apimachinery';
import type { EventRecorder, KubernetesClient } from '@archipelago/kube-client';
import type { Topic } from '../../doctor/checks.ts';
import type { DoctorFinding, Report } from '../../doctor/model/report.ts';
import type { MetricValues } from '../../observability/metric-values.ts';
import type { ConditionDraft } from '../../reconcile/condition-drafts.ts';
import type { DoctorChoices } from '../options/doctor-choices.ts';
import { doctorConditions, doctorSamples, findingKey, steady } from './doctor-verdict.ts';
import { gatherFacts } from './gather-facts.ts';

export interface DoctorRoundsOptions {
  readonly client: Pick<KubernetesClient, 'listPageOf'>;
  readonly choices: DoctorChoices;
  readonly recorder: EventRecorder;
  readonly metrics: MetricValues;
  readonly clock: Clock;
  /** The HyperConverged, which events are about; undefined: there is none. */
  readonly about: () => JsonObject | undefined;
  /** What is to be told has changed. */
  readonly onChange: () => void;
  readonly onProblem: (message: string) => void;
}

/**
 * Asks the doctor every few minutes, while this process leads, and tells what has changed. Kinds are listed, not watched: checks look at more
 * than the operator should hold in memory. What only one round sees is not told.
 */
export class DoctorRounds {
  readonly #options: DoctorRoundsOptions;
  #topics: readonly Topic[] = [];
  #before: Report | undefined;
  #told: Report | undefined;
  #announced: Report | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DoctorRoundsOptions) {
    this.#options = options;
  }

  /** Goes on until the signal ends it; another process goes on then. */
  lead(signal: AbortSignal): void {
    this.#running = this.#rounds(signal);
  }

  /** What is to be told in the status; undefined: nothing yet. */
  conditions(): readonly ConditionDraft[] | undefined {
    return this.#told === undefined ? undefined : doctorConditions(this.#topics, this.#told);
  }

  /** Resolves when no round is under way. */
  stop(): Promise<void> {
    return this.#running;
  }

  async #rounds(signal: AbortSignal): Promise<void> {
    const { clock, choices, metrics, onProblem } = this.#options;
    [this.#before, this.#told, this.#announced] = [undefined, undefined, undefined];
    while (!signal.aborted) {
      const isNews = await this.#round(signal).catch((error: unknown) => {
        if (!signal.aborted)
          onProblem(`the doctor could not look: ${error instanceof Error ? error.message : String(error)}`);
        return false;
      });
      await sleep(clock, isNews ? choices.againMs : choices.everyMs, signal);
    }
    metrics.replace('doctorFindings', []);
  }

  /** Whether it differs from the one before. */
  async #round(signal: AbortSignal): Promise<boolean> {
    const { client, clock, metrics, onChange } = this.#options;
    const { doctorKnowledge } = await import('./doctor-knowledge.ts');
    this.#topics = doctorKnowledge.topics;
    const report = doctorKnowledge.ask(await gatherFacts(client, clock.now(), signal));
    if (signal.aborted) return false;
    const [before, told] = [this.#before, this.#told];
    this.#before = report;
    const isNews = before !== undefined && keys(before) !== keys(report);
    // the first round has nothing to compare with: it is told when the second agrees
    if (before === undefined) return true;
    this.#told = steady(report, before, told);
    metrics.replace('doctorFindings', doctorSamples(this.#told));
    this.#announce(this.#told);
    if (JSON.stringify(told) !== JSON.stringify(this.#told)) onChange();
    return isNews;
  }

  /** Events are about the HyperConverged: while there is none, they wait. */
  #announce(now: Report): void {
    const about = this.#options.about();
    if (!isKubernetesObject(about)) return;
    const { recorder } = this.#options;
    const before = this.#announced;
    this.#announced = now;
    // another process has told, before this one led
    if (before === undefined && wasTold(about)) return;
    for (const finding of newIn(now, before)) {
      const type = finding.severity === 'info' ? 'Normal' : 'Warning';
      recorder.record({ about, type, reason: `Doctor${finding.code}`, message: sentence(finding) });
    }
    const suppressed = new Set(
      now.checks.flatMap((one) => (one.suppressedBy === undefined ? [] : [one.code])),
    );
    for (const { code, object } of newIn(before ?? now, now)) {
      // its cause is told instead
      if (suppressed.has(code)) continue;
      const of = object === undefined ? '' : ` about ${object.kind} ${object.name}`;
      recorder.record({
        about,
        type: 'Normal',
        reason: `Doctor${code}Gone`,
        message: `no longer found${of}`,
      });
    }
  }
}

function wasTold(hyperConverged: JsonObject): boolean {
  return objectsAt(hyperConverged, 'status', 'conditions').some((one) =>
    textAt(one, 'type').startsWith('Doctor'),
  );
}

function keys({ findings }: Report): string {
  return findings.map(findingKey).sort().join('\n');
}

function newIn(report: Report, before: Report | undefined): readonly DoctorFinding[] {
  const known = new Set((before?.findings ?? []).map(findingKey));
  return report.findings.filter((finding) => !known.has(findingKey(finding)));
}

function sentence({ message, fix, code }: DoctorFinding): string {
  return `${message} Fix: ${fix.text} (archipelago doctor explain ${code})`;
}
