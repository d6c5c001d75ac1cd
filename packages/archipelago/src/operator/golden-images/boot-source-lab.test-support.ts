import type { KubernetesObject } from '@archipelago/apimachinery';
import type {
  ApiResult,
  Informer,
  Knowledge,
  KubernetesClient,
  KubernetesStatus,
  ObjectName,
  Resource,
} from '@archipelago/kube-client';
import type { SeenObject } from '../../api/seen-object.ts';
import type { Action } from '../../engine/plan/action.ts';
import { CdiModel } from '../../golden-images/boot-sources/cdi-model.test-support.ts';
import type { Follow } from './boot-source-mirror.ts';

/** An informer as a test tells it to be. */
interface ToldInformer {
  readonly resource: Resource;
  readonly shape: Parameters<Follow>[1];
  isStarted: boolean;
  knowledge: Knowledge;
  refusal: KubernetesStatus | undefined;
}

/** Informers over the objects of a model, all complete unless a test says otherwise. */
export class ToldInformers {
  readonly model: CdiModel;
  readonly all: ToldInformer[] = [];

  constructor(model = new CdiModel()) {
    this.model = model;
  }

  of(kind: string): ToldInformer {
    const found = this.all.find(({ resource }) => resource.kind === kind);
    if (found === undefined) throw new Error(`nobody follows ${kind}`);
    return found;
  }

  readonly follow: Follow = (resource, shape) => {
    const told: ToldInformer = {
      resource,
      shape,
      isStarted: false,
      knowledge: 'complete',
      refusal: undefined,
    };
    this.all.push(told);
    const mine = () => this.model.of(resource.kind).map((object) => shape.trim(withVersion(object)));
    const isNamed = ({ name, namespace }: ObjectName, { metadata }: KubernetesObject) =>
      metadata.name === name && metadata.namespace === namespace;
    return {
      store: { list: mine, get: (name: ObjectName) => mine().find((object) => isNamed(name, object)) },
      start: () => {
        told.isStarted = true;
      },
      knowledge: () => told.knowledge,
      refusal: () => told.refusal,
    } as unknown as Informer<KubernetesObject>;
  };
}

/** The model keeps no versions; what is written has to name one. */
function withVersion(object: KubernetesObject): KubernetesObject {
  return { ...object, metadata: { resourceVersion: '1', ...object.metadata } };
}

/** Writes into a model, and tells what it was asked. */
export function modelClient(model: CdiModel, log: string[]): KubernetesClient {
  const answered = (action: Action, name: ObjectName): ApiResult<KubernetesObject> => {
    const { kind } = action.object;
    log.push(`${action.kind} ${kind} ${name.name}`);
    const before = model.get(kind, name.namespace, name.name);
    model.apply(action);
    const value = model.get(kind, name.namespace, name.name) ?? before;
    if (value === undefined) throw new Error(`${kind} ${name.name} was never there`);
    return { ok: true, value };
  };
  const seen = ({ kind }: Resource, { name, namespace }: ObjectName): SeenObject => ({
    apiVersion: '',
    kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
  });
  const client: Pick<KubernetesClient, 'create' | 'patch' | 'delete'> = {
    create: async (_, object) => answered({ kind: 'create', object, because: '' }, object.metadata),
    patch: async (resource, name, patch) => {
      const body = patch.type === 'merge' ? patch.body : {};
      return answered({ kind: 'patch', object: seen(resource, name), patch: body, because: '' }, name);
    },
    delete: async (resource, name) => {
      answered({ kind: 'delete', object: seen(resource, name), precondition: 'version', because: '' }, name);
      return { ok: true, value: { state: 'deleted' } };
    },
  };
  return client as KubernetesClient;
}
