import { type JsonObject, type JsonPatchOperation, objectAt, textAt } from '@archipelago/apimachinery';
import {
  type ApiResult,
  isMissingPermission,
  type KubernetesClient,
  type ObjectName,
} from '@archipelago/kube-client';
import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { DerivedInputs } from '../../cluster-facts/inputs.ts';
import { type AdmissionEngines, type AdmissionRequest, admit, isUntouched } from '../../config/admit.ts';
import type { Desired } from '../../config/desire.ts';
import type { Operand } from '../../config/framework/operand.ts';
import type { FieldFinding } from '../../config/framework/setting.ts';
import { loadEngines } from '../../config/load-engines.ts';
import { kubevirt } from '../../config/operands/kubevirt/kubevirt.ts';
import { operandEdit } from '../../reconcile/operand-edit.ts';
import { changesPlacement, reviewPlacementChange } from '../../reconcile/placement-change.ts';
import { reviewDeletion } from '../../reconcile/review-deletion.ts';
import { strategyOf } from '../../reconcile/uninstall-permit.ts';
import type { ClusterMirror } from '../mirror/cluster-mirror.ts';
import type { Judgement, Review, ReviewAnswer } from '../options/review.ts';
import { isUnaskable } from '../workloads/is-unaskable.ts';
import { WorkloadCensus } from '../workloads/workload-census.ts';

interface JudgeOptions {
  /** Dry runs are sent by it, also by a process that does not lead. */
  readonly client: Pick<KubernetesClient, 'patch' | 'delete' | 'listPageOf'>;
  readonly mirror: Pick<ClusterMirror, 'unread' | 'operand' | 'defaulting' | 'isServed'>;
  /** What a HyperConverged meets on the cluster as it is. */
  readonly inputsFor: (object: JsonObject) => DerivedInputs;
  readonly namespace: string;
}

/** Says of a HyperConverged what `validate` says, and what the operands' own APIs answer when they are asked. */
export class HyperConvergedJudge {
  readonly #options: JudgeOptions;
  readonly #census: WorkloadCensus;
  /** Dry runs of operands as they are that wait for their answers, by kind and resource version. */
  readonly #asked = new Map<string, Promise<Tried>>();

  constructor(options: JudgeOptions) {
    this.#options = options;
    this.#census = new WorkloadCensus(options);
  }

  async judge(review: Review): Promise<Judgement> {
    const unready = this.#options.mirror.unread();
    if (unready !== undefined) return { unready };
    const request = { ...written(review), inputs: this.#options.inputsFor(review.object) };
    const engines = await loadEngines(review.object);
    if (review.operation !== 'create' && !this.#isOurs(review.object)) return { allowed: true, warnings: [] };
    const ofWorkloads = await this.#ofWorkloads(request);
    const own = this.#judgeAlone(request, engines);
    if (!own.allowed) return answerOf([...own.findings, ...ofWorkloads], 422);
    const tried = together(await Promise.all(own.tries.map((each) => each())));
    const operandRefusals = { update: tried.refused, delete: tried.refused };
    const isTaken = Object.keys(tried.refused).length === 0;
    const { findings } = isTaken ? own : admit({ ...request, operandRefusals }, engines);
    return answerOf([...ofWorkloads, ...findings, ...tried.warnings], 403);
  }

  /** Without what operands' APIs say. Everything else that was computed for it is gone before they are asked: many may wait for them. */
  #judgeAlone(request: AdmissionRequest, engines: AdmissionEngines): Alone {
    const verdict = admit(request, engines);
    const { allowed, findings } = verdict;
    return { allowed, findings, tries: allowed ? this.#triesOf(request, verdict.desired) : [] };
  }

  /** One elsewhere configures nothing, whatever becomes of it. */
  #isOurs(object: JsonObject): boolean {
    return textAt(object, 'metadata', 'namespace') === this.#options.namespace;
  }

  /** What workloads that exist have against it. */
  async #ofWorkloads({
    operation,
    oldObject,
    object,
    inputs,
  }: AdmissionRequest): Promise<readonly FieldFinding[]> {
    const count = () => this.#census.count(AbortSignal.timeout(dryRun.deadlineMs));
    if (operation === 'delete') {
      const spec = objectAt(object, 'spec');
      return strategyOf(spec, spec) === 'RemoveWorkloads' ? [] : reviewDeletion(await count());
    }
    if (oldObject === undefined || !changesPlacement(oldObject, object)) return [];
    const live = this.#options.mirror.operand(kubevirt);
    // it may always become again what workloads run by
    if (live.state === 'present' && !changesPlacement(live.object, object)) return [];
    return reviewPlacementChange({
      before: oldObject,
      after: object,
      nodes: inputs.facts.nodes,
      ...(await count()),
    });
  }

  /** What would change is tried on the server, which stores nothing of it. */
  #triesOf(request: AdmissionRequest, desired: Desired): readonly (() => Promise<Tried>)[] {
    switch (request.operation) {
      case 'create':
        return [];
      case 'update':
        if (isUntouched(request)) return [];
        return this.#changes(desired).map((change) => () => this.#tryChange(change));
      case 'delete':
        // CDI would count boot images that go first; disks of others were looked for
        return [() => this.#tryDeletion(kubevirt)];
    }
  }

  /** The operands as they would be, those too that stay as they are: their APIs may look at more than themselves. */
  #changes({ operands }: Desired): readonly Change[] {
    const { mirror } = this.#options;
    return operands.flatMap((rendered): readonly Change[] => {
      const { operand } = rendered;
      const live = mirror.operand(operand);
      if (!operand.reportsConditions || live.state !== 'present') return [];
      const operations = operandEdit(rendered, live.object, mirror.defaulting(operand));
      return [{ operand, version: textAt(live.object, 'metadata', 'resourceVersion'), operations }];
    });
  }

  /** Most edits leave most operands as they are: who asks the same while an answer is on its way takes that one. */
  #tryChange(change: Change): Promise<Tried> {
    if (change.operations.length > 0) return this.#askAbout(change);
    const key = `${change.operand.kind} ${change.version}`;
    const asked = this.#asked.get(key);
    if (asked !== undefined) return asked;
    const asking = this.#askAbout(change).finally(() => this.#asked.delete(key));
    this.#asked.set(key, asking);
    return asking;
  }

  #askAbout({ operand, operations }: Change): Promise<Tried> {
    const patch = { type: 'json', operations } as const;
    const options = { ...dryRun, answer: 'metadata' } as const;
    return tried(
      operand,
      'change',
      this.#options.client.patch(operand, this.#placeOf(operand), patch, options),
    );
  }

  async #tryDeletion(operand: Operand): Promise<Tried> {
    const { client, mirror } = this.#options;
    if (mirror.operand(operand).state !== 'present') return together([]);
    return tried(operand, 'deletion', client.delete(operand, this.#placeOf(operand), dryRun));
  }

  #placeOf(operand: Operand): ObjectName {
    const name = operand.name(hyperConvergedName);
    return operand.namespaced ? { name, namespace: operand.namespace ?? this.#options.namespace } : { name };
  }
}

/** Without what nobody writes here: an API server has put the stored status in its place, which is long. */
function written({ operation, object, oldObject }: Review): Omit<AdmissionRequest, 'inputs'> {
  return { operation, object: withoutStatus(object), oldObject: oldObject && withoutStatus(oldObject) };
}

function withoutStatus(object: JsonObject): JsonObject {
  const { status: _, ...rest } = object;
  return rest;
}

/** API servers wait ten seconds for all of it. */
const dryRun = { dryRun: true, deadlineMs: 3_000 } as const;

interface Change {
  readonly operand: Operand;
  /** Of the object that is there. */
  readonly version: string;
  /** None: it would stay as it is. */
  readonly operations: readonly JsonPatchOperation[];
}

/** What is said without asking operands' APIs, and what to ask them. */
interface Alone {
  readonly allowed: boolean;
  readonly findings: readonly FieldFinding[];
  readonly tries: readonly (() => Promise<Tried>)[];
}

/** What trying has shown: why kinds refuse, and what could not be tried. */
interface Tried {
  readonly refused: Readonly<Record<string, string>>;
  readonly warnings: readonly FieldFinding[];
}

function together(all: readonly Tried[]): Tried {
  return {
    refused: Object.assign({}, ...all.map(({ refused }) => refused)),
    warnings: all.flatMap(({ warnings }) => warnings),
  };
}

/** Only what the change has to answer for is a refusal; that nobody could be asked is worth a warning. */
async function tried(operand: Operand, what: string, asked: Promise<ApiResult<unknown>>): Promise<Tried> {
  const because = await asked.then(
    (result) => (result.ok ? undefined : result.status),
    (error: unknown) => ({
      code: 503,
      reason: '',
      message: error instanceof Error ? error.message : String(error),
    }),
  );
  if (because === undefined || passing.has(because.code) || isUnaskable(because)) return together([]);
  if (because.code < 500 && !isMissingPermission(because))
    return { refused: { [operand.kind]: because.message }, warnings: [] };
  const message = `could not be asked whether it takes the ${what}: ${because.message}`;
  const fix = `look at the events of the HyperConverged: they tell if the ${what} is refused later`;
  return { refused: {}, warnings: [{ level: 'warning', at: operand.kind, reason: 'Unknown', message, fix }] };
}

/** Gone, changed meanwhile, or too much asked. */
const passing = new Set([404, 409, 429]);

function answerOf(findings: readonly FieldFinding[], code: 403 | 422): ReviewAnswer {
  const refusals = findings.filter(({ level }) => level === 'error');
  const warnings = findings.filter(({ level }) => level === 'warning');
  return refusals.length === 0 ? { allowed: true, warnings } : { allowed: false, code, refusals, warnings };
}
