import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient, Writer } from '@archipelago/kube-client';
import { expect } from 'vitest';
import type { SeenObject } from '../../../packages/archipelago/src/api/seen-object.ts';
import { Executor } from '../../../packages/archipelago/src/engine/executor.ts';
import type { Action } from '../../../packages/archipelago/src/engine/plan/action.ts';
import { undoneBecause } from '../../../packages/archipelago/src/engine/verdict.ts';
import { namespace } from '../../../packages/archipelago/src/layering/build-plan/simulated-world.test-support.ts';
import { writtenKinds } from '../../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { layeringPolicy } from '../../../packages/archipelago/src/operator/layering/layering-policy.ts';
import { until } from '../../support/until.ts';
import { mergePatch } from './merge-patch.ts';
import { type Happening, keyOf, type RecordedWorld } from './record-world.ts';
import { comparedKinds, worldKind } from './replay-kinds.ts';

export interface ReplayOptions {
  readonly admin: KubernetesClient;
  /** Who carries out plans. */
  readonly operator: KubernetesClient;
}

/** How much was replayed. */
interface Replayed {
  readonly actions: number;
  readonly changes: number;
  /** Objects that the server's garbage collector took. */
  readonly collected: number;
  /** Plans that were out of date and refused as such. */
  readonly stale: number;
}

const collectorMs = 60_000;

type Of<K extends Happening['kind']> = Extract<Happening, { kind: K }>;

/** Lets everything happen once more on a server that has nothing of it, and compares what is there in the end. */
export async function replayWorld(options: ReplayOptions, recorded: RecordedWorld): Promise<Replayed> {
  const replay = new Replay(options);
  for (const happening of recorded.happenings) await replay.happen(happening);
  await replay.compare(recorded);
  return replay.counts;
}

class Replay {
  readonly counts = { actions: 0, changes: 0, collected: 0, stale: 0 };
  readonly #admin: KubernetesClient;
  readonly #operator: Writer;
  /** Objects as the server last answered. */
  readonly #live = new Map<string, KubernetesObject>();
  /** Uids and versions of the server by those of the world. */
  readonly #uids = new Map<string, string>();
  readonly #versions = new Map<string, string>();

  constructor({ admin, operator }: ReplayOptions) {
    this.#admin = admin;
    this.#operator = this.#remembering(operator);
  }

  happen(happening: Happening): Promise<void> {
    if (happening.kind === 'plan') return this.#carryOut(happening);
    if (happening.isCollected) return this.#collected(happening);
    return happening.kind === 'put' ? this.#put(happening) : this.#remove(happening.before);
  }

  /** As the operator does, with what it does it with. */
  async #carryOut({ actions }: Of<'plan'>): Promise<void> {
    const translated = actions.map(({ action }) => this.#translated(action));
    const stale = this.#firstStale(translated);
    const executor = new Executor({
      client: this.#operator,
      kinds: writtenKinds,
      fieldManager: 'archipelago',
      policy: layeringPolicy,
      shown: ({ kind }, { name }) => this.#live.get(`${kind}/${name}`),
      onDone: () => undefined,
    });
    const tried = await executor.execute(translated, { signal: new AbortController().signal });
    const because = actions.map(({ action, key }) => `${action.kind} ${key}`).join(', ');
    const done = tried.filter(({ verdict }) => !['stale', 'skipped'].includes(verdict.verdict));
    expect(
      tried.filter(({ verdict }) => verdict.verdict === 'stale'),
      because,
    ).toHaveLength(stale < 0 ? 0 : 1);
    expect(undoneBecause(done), because).toBeUndefined();
    expect(done.length, because).toBe(stale < 0 ? actions.length : stale);
    this.counts.actions += done.length;
    if (stale >= 0) this.counts.stale += 1;
    for (const { key, after } of actions) this.#learn(key, after);
  }

  /** Where the server must stop a plan: what is there already, is another object, or has changed since. */
  #firstStale(actions: readonly Action[]): number {
    const own = new Set<string>();
    return actions.findIndex((action) => {
      const key = keyOf(action);
      const live = this.#live.get(key)?.metadata;
      const isOwn = own.has(key);
      own.add(key);
      if (isOwn) return false;
      if (action.kind === 'create') return live !== undefined;
      const { uid, resourceVersion } = action.object;
      if (action.kind === 'delete') return live !== undefined && live.uid !== uid;
      return live?.uid !== uid || live?.resourceVersion !== resourceVersion;
    });
  }

  #learn(key: string, after: KubernetesObject | undefined): void {
    if (after === undefined) return;
    const live = this.#live.get(key);
    if (live === undefined) throw new Error(`${key} is not on the server`);
    this.#uids.set(after.metadata.uid ?? '', live.metadata.uid ?? '');
    this.#versions.set(after.metadata.resourceVersion ?? '', live.metadata.resourceVersion ?? '');
  }

  #translated(action: Action): Action {
    if (action.kind === 'create') return { ...action, object: this.#ofServer(action.object) };
    const seen = this.#seen(action.object);
    if (action.kind === 'delete') return { ...action, object: seen };
    if (action.kind === 'patch') return { ...action, object: seen, patch: this.#ofServer(action.patch) };
    if (action.kind === 'status') return { ...action, object: seen, status: this.#ofServer(action.status) };
    throw new Error(`layering has no action ${action.kind}`);
  }

  #seen(object: SeenObject): SeenObject {
    const { uid = '', resourceVersion = '' } = object;
    const real = { uid: this.#uids.get(uid), resourceVersion: this.#versions.get(resourceVersion) };
    if (real.uid === undefined || real.resourceVersion === undefined)
      throw new Error(`${object.kind} ${object.name} was never on the server as it was planned with`);
    return { ...object, uid: real.uid, resourceVersion: real.resourceVersion };
  }

  /** With the server's uids in the place of the world's, wherever they are. */
  #ofServer<T>(value: T): T {
    const text = JSON.stringify(value);
    return JSON.parse(text.replaceAll(/\buid-\d+\b/g, (uid) => this.#uids.get(uid) ?? uid));
  }

  async #put({ before, after }: Of<'put'>): Promise<void> {
    const { kind, metadata } = after;
    const key = `${kind}/${metadata.name}`;
    const isNew = before === undefined || before.metadata.uid !== metadata.uid;
    if (before !== undefined && isNew) await this.#remove(before);
    if (isNew) await this.#create(after);
    else if (metadata.deletionTimestamp !== before.metadata.deletionTimestamp) await this.#delete(before);
    else await this.#edit(before, after);
    this.counts.changes += 1;
    this.#learn(key, after);
  }

  async #create(object: KubernetesObject): Promise<void> {
    const resource = worldKind(object.kind);
    const { status, ...rest } = this.#ofServer(object);
    const metadata = { ...writtenMetadata(object), ...(resource.namespaced ? { namespace } : {}) };
    const whole = { ...rest, metadata: this.#ofServer(metadata) };
    this.#keep(await this.#admin.create(resource, whole), object);
    if (isJsonObject(status)) await this.#patchStatus(object, status);
  }

  async #edit(before: KubernetesObject, after: KubernetesObject): Promise<void> {
    const [from, to] = [before, after].map((object) => {
      const { status = {}, ...rest } = object;
      return { status, rest: { ...rest, metadata: writtenMetadata(object) } };
    });
    const patch = mergePatch(asJson(from?.rest), asJson(to?.rest));
    if (patch !== undefined) {
      const body = this.#ofServer(patch);
      const resource = worldKind(after.kind);
      this.#keep(
        await this.#admin.patch(resource, this.#nameOf(after), { type: 'merge', body }),
        after,
        patch,
      );
    }
    const status = mergePatch(asJson(from?.status), asJson(to?.status));
    if (status !== undefined) await this.#patchStatus(after, status);
  }

  async #patchStatus(object: KubernetesObject, status: JsonObject): Promise<void> {
    const body = { status: this.#ofServer(status) };
    const patch = { type: 'merge', body } as const;
    const resource = worldKind(object.kind);
    this.#keep(await this.#admin.patchStatus(resource, this.#nameOf(object), patch), object, body);
  }

  /** Whatever held it, and whether or not the server has done it already. */
  async #remove(object: KubernetesObject): Promise<void> {
    this.counts.changes += 1;
    const left = await this.#delete(object);
    if (left === undefined) return;
    const body = { metadata: { finalizers: null } };
    const patch = { type: 'merge', body } as const;
    this.#keep(await this.#admin.patch(worldKind(object.kind), this.#nameOf(object), patch), object);
    this.#live.delete(`${object.kind}/${object.metadata.name}`);
  }

  /** What is left of it until its finalizers are done. */
  async #delete(object: KubernetesObject): Promise<KubernetesObject | undefined> {
    const key = `${object.kind}/${object.metadata.name}`;
    const uid = this.#uids.get(object.metadata.uid ?? '') ?? '';
    const deleted = await this.#admin.delete(worldKind(object.kind), this.#nameOf(object), {
      propagation: 'Background',
      gracePeriodSeconds: 0,
      preconditions: { uid },
    });
    if (!deleted.ok && deleted.status.code !== 404) throw new Error(`${key}: ${deleted.status.message}`);
    const left = deleted.ok && deleted.value.state === 'terminating' ? deleted.value.object : undefined;
    return this.#leave(key, left);
  }

  /** A pod without a grace period is shown once more, and gone. */
  #leave(key: string, left: KubernetesObject | undefined): KubernetesObject | undefined {
    const isHeld = (left?.metadata.finalizers ?? []).length > 0;
    if (left === undefined || !isHeld) {
      this.#live.delete(key);
      return undefined;
    }
    this.#live.set(key, left);
    return left;
  }

  /** The server's own garbage collector is waited for: references to owners are right. */
  async #collected(happening: Of<'put' | 'gone'>): Promise<void> {
    const object = happening.before;
    if (object === undefined) throw new Error('what is not there is not collected');
    const key = `${object.kind}/${object.metadata.name}`;
    await until(() => this.#isGoing(object), {
      withinMs: collectorMs,
      tell: () => `${key} is not collected`,
    });
    // a pod would wait for the kubelet
    await this.#delete(object);
    if (happening.kind === 'put') this.#learn(key, happening.after);
    this.counts.collected += 1;
  }

  async #isGoing(object: KubernetesObject): Promise<boolean> {
    const answer = await this.#admin.get(worldKind(object.kind), this.#nameOf(object));
    if (!answer.ok) return true;
    const { uid, deletionTimestamp } = answer.value.metadata;
    return uid !== this.#uids.get(object.metadata.uid ?? '') || deletionTimestamp !== undefined;
  }

  #nameOf({ kind, metadata }: KubernetesObject) {
    return { name: metadata.name, ...(worldKind(kind).namespaced ? { namespace } : {}) };
  }

  #keep(answer: ApiResult<KubernetesObject>, { kind, metadata }: KubernetesObject, sent?: JsonObject): void {
    if (!answer.ok)
      throw new Error(`${kind} ${metadata.name}: ${answer.status.message} ${JSON.stringify(sent ?? '')}`);
    this.#live.set(`${kind}/${metadata.name}`, answer.value);
  }

  /** Its answers are what the operator's mirror would show. */
  #remembering(client: KubernetesClient): Writer {
    const keep = (answer: ApiResult<KubernetesObject>) => {
      if (!answer.ok) return answer;
      const { kind, metadata } = answer.value;
      const isGone = metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0;
      if (isGone) this.#live.delete(`${kind}/${metadata.name}`);
      else this.#live.set(`${kind}/${metadata.name}`, answer.value);
      return answer;
    };
    return {
      ...client,
      create: async (...given) => keep(await client.create(...given)),
      patch: async (...given) => keep(await client.patch(...given)),
      updateStatus: async (...given) => keep(await client.updateStatus(...given)),
      delete: async (resource, name, options) => {
        const answer = await client.delete(resource, name, options);
        const key = `${resource.kind}/${name.name}`;
        if (answer.ok && answer.value.state === 'terminating') this.#live.set(key, answer.value.object);
        else if (answer.ok) this.#live.delete(key);
        return answer;
      },
    };
  }

  /** Field by field: all that the world has. */
  async compare({ world }: RecordedWorld): Promise<void> {
    for (const resource of comparedKinds) {
      const listed = await this.#admin.list(resource, resource.namespaced ? { namespace } : {});
      if (!listed.ok) throw new Error(listed.status.message);
      const found = listed.value.items.filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
      const wanted = world.all(resource.kind).map((object) => comparable(this.#ofServer(object)));
      const names = (objects: readonly KubernetesObject[]) =>
        objects.map(({ metadata }) => metadata.name).sort();
      expect(names(found), resource.plural).toEqual(names(wanted));
      for (const one of wanted) {
        const live = found.find(({ metadata }) => metadata.name === one.metadata.name);
        if (live !== undefined) expect(without(one, comparable(live))).toEqual(one);
      }
    }
  }
}

type Comparable = ReturnType<typeof comparable>;

/** Without what a server adds to specs and to what other controllers have to tell. */
function without(wanted: Comparable, live: Comparable): Comparable {
  return {
    ...live,
    spec: asJson(asFarAs(wanted.spec, live.spec)),
    status: wanted.kind === 'Job' ? asJson(asFarAs(wanted.status, live.status)) : live.status,
  };
}

/** The fields of the second that the first has. */
function asFarAs(wanted: JsonValue, live: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(wanted) && Array.isArray(live))
    return live.map((one, index) => asFarAs(wanted[index] ?? null, one) ?? null);
  if (!isJsonObject(wanted) || !isJsonObject(live)) return live;
  const both = Object.entries(wanted).filter(([key]) => live[key] !== undefined);
  return Object.fromEntries(both.map(([key, value]) => [key, asFarAs(value ?? null, live[key]) ?? null]));
}

function asJson(value: unknown): JsonObject {
  const read: unknown = JSON.parse(JSON.stringify(value ?? {}));
  return isJsonObject(read) ? read : {};
}

/** What a client sends; the rest is the server's. */
function writtenMetadata({ metadata }: KubernetesObject) {
  const { name, namespace: of, labels, annotations, finalizers, ownerReferences } = metadata;
  return {
    name,
    ...(of === undefined ? {} : { namespace: of }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(finalizers === undefined ? {} : { finalizers }),
    ...(ownerReferences === undefined ? {} : { ownerReferences }),
  };
}

function comparable(object: KubernetesObject) {
  const { apiVersion, kind, metadata, spec, status, data } = object;
  const { name, labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const read = kind === 'Job' ? asGo : asJson;
  return {
    apiVersion,
    kind,
    metadata: { name, labels, annotations, finalizers, ownerReferences, isDeleted },
    spec: read(spec),
    status: read(status),
    data: asJson(data),
  };
}

/** Built-in kinds know no empty texts and lists, and no parts of seconds. */
function asGo(value: unknown): JsonObject {
  const read: unknown = JSON.parse(JSON.stringify(value ?? {}), (_, inner) => {
    if (inner === '' || (Array.isArray(inner) && inner.length === 0)) return undefined;
    return typeof inner === 'string' ? inner.replace(/^(\S+T\d\d:\d\d:\d\d)\.\d{3}Z$/, '$1Z') : inner;
  });
  return isJsonObject(read) ? read : {};
}
