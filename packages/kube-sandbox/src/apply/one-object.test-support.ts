import {
  admitObject,
  applyDefaults,
  applyJsonPatch,
  applyServerMergePatch,
  type CompiledSchema,
  compileSchema,
  decodeServerJsonPatch,
  type FieldError,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  objectAt,
  type StructuralSchema,
  validate,
} from '@archipelago/apimachinery';
import { applyServerSide } from './apply-server-side.ts';
import { keepTimes, managedFieldsOf } from './managed-object.ts';
import { trackUpdate } from './track-update.ts';

/** What a step of a vector comes to. */
export type Outcome =
  | { readonly status: 200 | 201; readonly object: JsonObject }
  | {
      readonly status: number;
      readonly message?: string;
      readonly reason: string | null;
      readonly causes: readonly { field: string; type: string; message: string }[];
      readonly errors?: readonly FieldError[];
    };

interface Step {
  readonly op: string;
  readonly manager: string;
  readonly force: boolean;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly body: JsonValue;
}

const kind = 'Widget';
const name = 'NAME';

function object(value: JsonValue | undefined): JsonObject {
  return objectAt(value);
}

function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)));
}

/** One custom resource on a server that knows nothing else. */
export class OneObject {
  readonly #compiled: CompiledSchema;
  readonly #schema: StructuralSchema;
  live: JsonObject | undefined;
  #clock = 0;
  #revision = 100;

  constructor(schema: StructuralSchema) {
    this.#schema = schema;
    this.#compiled = compileSchema(schema);
  }

  run(step: Step): Outcome {
    this.#clock++;
    const creates = ['apply', 'create'].includes(step.op) && step.subresource === '';
    if (this.live === undefined && !creates) {
      const message = `widgets.t.example.com "${name}" not found`;
      return { status: 404, message, reason: 'NotFound', causes: [] };
    }
    return step.op === 'apply' ? this.#apply(step) : this.#write(step);
  }

  #common(step: Step) {
    return {
      manager: step.manager,
      subresource: step.subresource,
      schema: this.#schema,
      resetFields: [[step.subresource === 'status' ? 'spec' : 'status']],
      time: new Date(Date.UTC(2024, 0, 1) + this.#clock * 1000).toISOString().replace('.000Z', 'Z'),
    };
  }

  #sent(step: Step): JsonObject {
    const body = object(step.body);
    return { ...body, apiVersion: step.apiVersion, kind, metadata: { ...object(body.metadata), name } };
  }

  #apply(step: Step): Outcome {
    const result = applyServerSide({
      ...this.#common(step),
      live: this.live,
      applied: this.#sent(step),
      force: step.force,
    });
    if (!result.ok) {
      const causes = result.causes.map(({ field, reason, message }) => ({ field, type: reason, message }));
      const reason = { 400: 'BadRequest', 409: 'Conflict', 500: null }[result.status];
      return { status: result.status, message: result.message, reason, causes };
    }
    const revision = object(result.object.metadata).resourceVersion;
    if (this.live !== undefined && revision !== object(this.live.metadata).resourceVersion) {
      const message =
        'Operation cannot be fulfilled on widgets.t.example.com "NAME": the object has been modified; please apply your changes to the latest version and try again';
      return { status: 409, message, reason: 'Conflict', causes: [] };
    }
    const defaulted = object(applyDefaults(this.#compiled, result.object));
    const prepared = this.#prepare(defaulted, step);
    return this.#store(prepared, validate(this.#compiled, prepared, this.live), step);
  }

  #write(step: Step): Outcome {
    const requested = this.#requested(step);
    if (requested === undefined) {
      const message = 'the server rejected our request due to an error in our request';
      return { status: 422, message, reason: 'Invalid', causes: [] };
    }
    const admitted = admitObject(this.#compiled, {
      object: requested,
      ...(this.live === undefined ? {} : { oldObject: this.live }),
      root: 'resource',
    });
    const tracked = trackUpdate({
      ...this.#common(step),
      live: this.live,
      updated: object(admitted.object),
    });
    return this.#store(this.#prepare(tracked, step), admitted.errors, step);
  }

  /** Undefined where a JSON patch does not apply. */
  #requested(step: Step): JsonObject | undefined {
    const live = { ...this.live, apiVersion: step.apiVersion };
    if (step.op === 'mergePatch') return applyServerMergePatch(live, object(step.body));
    if (step.op === 'jsonPatch') {
      const decoded = decodeServerJsonPatch(JSON.stringify(step.body));
      if (!decoded.ok) throw new Error(decoded.message);
      const result = applyJsonPatch(live, decoded.operations, 'apiserver');
      return result.ok ? object(result.value) : undefined;
    }
    const sent = this.#sent(step);
    const system = ['uid', 'creationTimestamp', 'resourceVersion', 'generation', 'namespace'];
    const metadata = Object.entries(object(this.live?.metadata)).filter(([key]) => system.includes(key));
    return { ...sent, metadata: { ...Object.fromEntries(metadata), ...object(sent.metadata) } };
  }

  /** What the strategy of a custom resource does to an object before it is stored. */
  #prepare(updated: JsonObject, step: Step): JsonObject {
    const { live } = this;
    if (live === undefined) return without(updated, 'status');
    if (step.subresource !== 'status') {
      const kept = without(updated, 'status');
      return live.status === undefined ? kept : { ...kept, status: live.status };
    }
    const managedFields = managedFieldsOf(updated);
    const metadata = without(object(live.metadata), 'managedFields');
    return {
      ...without(live, 'status'),
      ...(updated.status === undefined ? {} : { status: updated.status }),
      apiVersion: step.apiVersion,
      metadata: managedFields === undefined ? metadata : { ...metadata, managedFields },
    };
  }

  #store(prepared: JsonObject, errors: readonly FieldError[], step: Step): Outcome {
    if (errors.length > 0) return { status: 422, reason: 'Invalid', causes: [], errors };
    const { live } = this;
    const timed = keepTimes(
      prepared,
      live === undefined ? undefined : { ...live, apiVersion: step.apiVersion },
    );
    const content = (value: JsonObject) => without(value, 'apiVersion', 'metadata', 'status');
    const generation = Number(object(live?.metadata).generation ?? 0);
    const isChanged = live === undefined || !jsonEqual(content(live), content(timed));
    this.#revision++;
    this.live = {
      ...timed,
      metadata: {
        ...object(timed.metadata),
        namespace: 'default',
        uid: 'uid',
        creationTimestamp: '2024-01-01T00:00:00Z',
        resourceVersion: String(this.#revision),
        generation: isChanged ? generation + 1 : generation,
      },
    };
    return { status: live === undefined ? 201 : 200, object: this.live };
  }
}
