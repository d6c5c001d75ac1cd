import { type JsonObject, type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { Action } from '../../engine/plan/action.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import type { EffectiveTemplate } from '../templates/effective-templates.ts';
import { CdiModel, merge } from './cdi-model.test-support.ts';
import { ownerAnnotations } from './ownership.ts';
import { type BootSourcePlanInput, defaultGracePeriod, planBootSources } from './plan-boot-sources.ts';

export const namespace = 'kubevirt-os-images';
export const owner = { resource: 'ns/hc', type: 'HyperConverged.hco.kubevirt.io', managedBy: 'archipelago' };
export const known = (...architectures: readonly string[]): DecidedArchitectures => ({
  kind: 'known',
  architectures,
  source: 'annotation',
});
export const anyNode: DecidedArchitectures = { kind: 'anyNode', because: 'oci-archive' };

export function template(
  name: string,
  version = 1,
  origin: EffectiveTemplate['origin'] = { kind: 'custom', index: 0 },
) {
  return {
    origin,
    metadata: { name: `${name}-cron` },
    annotations: {},
    architectures: undefined,
    spec: {
      managedDataSource: name,
      schedule: '0 0 * * *',
      retentionPolicy: 'None',
      template: { spec: { source: { registry: { url: `docker://registry.test/${name}:${version}` } } } },
    },
  } satisfies EffectiveTemplate;
}

export const registry = (url: string) => ({ digest: url.slice(-1), architectures: ['amd64', 'arm64'] });
export const nodes = (...names: readonly string[]) =>
  names.map((name) => ({ name, nodes: 1, controlPlane: name === 'amd64' }));

/** The planner and a CDI, taking turns. */
export class Lab {
  readonly model = new CdiModel();
  input: BootSourcePlanInput;

  constructor(input: Partial<BootSourcePlanInput>) {
    this.input = {
      templates: [{ template: template('fedora'), decided: known('amd64', 'arm64') }],
      multiArchitecture: true,
      workload: nodes('amd64', 'arm64'),
      observed: this.model.observe(),
      owner,
      namespace,
      now: Date.parse('2026-11-21T00:00:00Z'),
      gracePeriod: defaultGracePeriod,
      ...input,
    };
  }

  plan() {
    return planBootSources({ ...this.input, observed: this.model.observe() });
  }

  /** Kinds and names of the actions that are next. */
  next(): readonly string[] {
    return this.plan().actions.map(shownAction);
  }

  /** Kinds and names of the actions of one pass, which is then done. */
  pass(): readonly string[] {
    const { actions } = this.plan();
    for (const action of actions) this.model.apply(action);
    return actions.map(shownAction);
  }

  settle(change: Partial<BootSourcePlanInput> = {}): readonly string[] {
    this.input = { ...this.input, ...change };
    const done: string[] = [];
    for (let round = 0; round < 10; round += 1) {
      done.push(...this.pass());
      this.model.work(registry);
    }
    return done;
  }

  /** Reasons and objects of what the plan finds odd. */
  findings(): readonly string[] {
    return this.plan().findings.map(({ reason, object }) => `${reason} ${object.split('/').at(-1)}`);
  }

  /** Somebody else changes an object of the home namespace. */
  change(kind: string, name: string, patch: JsonObject): void {
    const live = this.model.get(kind, namespace, name);
    if (live === undefined) throw new Error(`there is no ${kind} ${name}`);
    this.model.put(merge(live, patch) as unknown as KubernetesObject);
  }

  /** Somebody else makes an object. */
  put(kind: string, name: string, more: Sketch = {}): KubernetesObject {
    const object = sketched(kind, name, more);
    this.model.put(object);
    return object;
  }

  /** Somebody takes an object away, and no finalizer holds it. */
  remove(kind: string, name: string): void {
    this.model.remove({ kind, metadata: { namespace, name } });
  }

  get(kind: string, name: string): KubernetesObject | undefined {
    return this.model.get(kind, namespace, name);
  }

  source(name: string): KubernetesObject | undefined {
    return this.get('DataSource', name);
  }

  leads(name: string): unknown {
    return Object.values((valueAt(this.source(name)?.spec, 'source') ?? {}) as JsonObject).map((to) =>
      valueAt(to as JsonObject, 'name'),
    )[0];
  }

  names(kind: string): readonly string[] {
    return this.model
      .of(kind)
      .map(({ metadata }) => metadata.name)
      .sort();
  }
}

/** `delete DataSource fedora`. */
export function shownAction(action: Action): string {
  const { kind, name } =
    action.kind === 'create' ? { ...action.object, ...action.object.metadata } : action.object;
  return `${action.kind} ${kind} ${String(name)}`;
}

/** What a test says of an object; the rest follows. */
export interface Sketch {
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The annotations of our owner. */
  readonly ours?: boolean;
  readonly deleting?: boolean;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
}

export function sketched(kind: string, name: string, more: Sketch = {}): KubernetesObject {
  const { ours, deleting, labels, annotations, namespace: place = namespace, ...rest } = more;
  return {
    apiVersion: kind.startsWith('Data') ? 'cdi.kubevirt.io/v1beta1' : 'v1',
    kind,
    metadata: {
      name,
      namespace: place,
      labels: { ...labels },
      annotations: { ...annotations, ...(ours ? ownerAnnotations(owner) : {}) },
      ...(deleting ? { deletionTimestamp: '2026-11-20T00:00:00Z' } : {}),
    },
    ...rest,
  };
}

/** `spec` of a DataSource. */
export const toClaim = (name: string): JsonObject => ({ source: { pvc: { name, namespace } } });
export const toDataSource = (name: string): JsonObject => ({ source: { dataSource: { name, namespace } } });
/** Its status. */
export const readiness = (status: 'True' | 'False'): JsonObject => ({
  conditions: [{ type: 'Ready', status }],
});
