import { type JsonObject, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import { ApiConnectionError, type Writer } from '@archipelago/kube-client';
import { hyperConvergedName } from '../api/hyper-converged-kind.ts';
import { apiVersionOf } from '../config/framework/operand.ts';
import { Executor } from '../engine/executor.ts';
import type { Action } from '../engine/plan/action.ts';
import { admissionFieldManager, fieldManager } from '../reconcile/field-manager.ts';
import { observed } from '../reconcile/observed-object.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import type { ClusterMirror } from './mirror/cluster-mirror.ts';
import { hyperConvergeds } from './mirror/cluster-resources.ts';
import { withoutSpecOf } from './without-spec-of.ts';

interface HyperConvergedWriterOptions {
  readonly client: Writer;
  readonly mirror: Pick<ClusterMirror, 'hyperConverged'>;
  readonly namespace: string;
}

/** Reads and writes the one HyperConverged. Writes throw a HyperConvergedRefusal when they are refused. */
export class HyperConvergedWriter {
  readonly #options: HyperConvergedWriterOptions;
  readonly #executor: Executor;

  constructor(options: HyperConvergedWriterOptions) {
    this.#options = options;
    this.#executor = new Executor({
      client: options.client,
      kinds: [hyperConvergeds],
      fieldManager,
      policy: { parallel: { creates: 1 }, onStale: 'stop', onRefusal: 'continue' },
      onDone: () => undefined,
    });
  }

  /** The newest known state. */
  current(): JsonObject | undefined {
    return this.#options.mirror.hyperConverged()?.object;
  }

  /** Whether defaults that were stored are still held against whoever applies others. */
  ownsDefaults(): boolean {
    return this.#options.mirror.hyperConverged()?.foreignWriters.includes(admissionFieldManager) === true;
  }

  /** Patches spec and metadata as admission would have, and gives up the fields of the spec. */
  async adopt(patch: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const answer = await this.#write('complete', { patch, fieldManager: admissionFieldManager }, signal);
    const managedFields = withoutSpecOf(admissionFieldManager, answer);
    if (managedFields === undefined) return observed(answer).object;
    const version = answer.metadata.resourceVersion ?? null;
    const given = { metadata: { resourceVersion: version, managedFields } };
    return this.#observed('complete', { patch: given }, signal);
  }

  /** Takes our finalizer away. */
  release(patch: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#observed('release', { patch }, signal);
  }

  /** Patches the status, of the newest known version: what others change at the same time must not pass for ours. */
  report(status: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    return this.#observed('report on', { patch: { status }, part: 'status' }, signal);
  }

  async #observed(doing: Doing, change: Changing, signal: AbortSignal): Promise<JsonObject> {
    return observed(await this.#write(doing, change, signal)).object;
  }

  async #write(doing: Doing, change: Changing, signal: AbortSignal): Promise<KubernetesObject> {
    const action: Action = {
      ...change,
      kind: 'patch',
      because: doing,
      object: this.#seen(doing, change.patch),
    };
    const [done] = await this.#executor.execute([action], { signal });
    const verdict = done?.verdict;
    if (verdict === undefined || verdict.verdict === 'skipped')
      throw new ApiConnectionError('aborted', 'the leadership is over');
    if (verdict.verdict === 'unanswered' || verdict.verdict === 'failed') throw verdict.error;
    if ('status' in verdict) throw new HyperConvergedRefusal(doing, verdict.status);
    if (!('answer' in verdict)) throw new Error(`a patch was ${verdict.verdict}`);
    return verdict.answer;
  }

  /** A patch may name the version that it was made of; without any it could undo what somebody else has just written. */
  #seen(doing: Doing, patch: JsonObject): PatchAction['object'] {
    const { namespace } = this.#options;
    const path = ['metadata', 'resourceVersion'];
    const resourceVersion = valueAt(patch, ...path) ?? valueAt(this.current() ?? {}, ...path);
    if (typeof resourceVersion !== 'string') throw new HyperConvergedRefusal(doing, notSeen);
    const { kind } = hyperConvergeds;
    const apiVersion = apiVersionOf(hyperConvergeds);
    return { apiVersion, kind, namespace, name: hyperConvergedName, resourceVersion };
  }
}

type Changing = Pick<PatchAction, 'patch' | 'part' | 'fieldManager'>;
type Doing = 'complete' | 'release' | 'report on';

/** As a server would say it of an object that went meanwhile. */
const notSeen = { code: 404, reason: 'NotFound', message: 'none is there any more' };

type PatchAction = Extract<Action, { kind: 'patch' }>;
