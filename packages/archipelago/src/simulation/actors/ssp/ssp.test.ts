import {
  isJsonObject,
  type JsonObject,
  type KubernetesObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { vectorsOf } from '../../../../../../test/support/vectors.ts';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import type { PlayedWrite } from '../players/play.ts';
import { sspPlay } from './ssp.ts';

// What the real SSP made of the same specs, pass by pass until it was done; nothing is ever imported there.

const home = 'kubevirt-os-images';

class Model {
  readonly objects = new Map<string, KubernetesObject>();

  put(object: KubernetesObject): void {
    this.objects.set(keyOf(object), object);
  }

  carryOut(write: PlayedWrite): void {
    const { object } = write;
    switch (write.do) {
      case 'create':
        if (this.objects.has(keyOf(object))) throw new Error(`${keyOf(object)} exists`);
        this.put(object);
        return;
      case 'patch':
        this.put(asObject(merged(asJson(object), write.patch)));
        return;
      case 'delete':
        this.objects.delete(keyOf(object));
        return;
      default:
        throw new Error(`SSP has no ${write.do}`);
    }
  }

  world() {
    const list = (kind: string) => [...this.objects.values()].filter((object) => object.kind === kind);
    const get = (kind: string, name: string, namespace?: string) =>
      this.objects.get(`${kind}/${namespace ?? ''}/${name}`);
    return { list, get, now: 0 };
  }

  /** What a vector tells of the objects of a kind, by name. */
  shown(kind: string): Readonly<Record<string, JsonObject>> {
    return shownBy(this.world().list(kind).map(asJson));
  }
}

function keyOf({ kind, metadata }: KubernetesObject): string {
  return `${kind}/${metadata.namespace ?? ''}/${metadata.name}`;
}

function asJson(object: unknown): JsonObject {
  return objectAt(JSON.parse(JSON.stringify(object)));
}

function asObject(object: JsonObject): KubernetesObject {
  const { apiVersion, kind } = object;
  const [name, namespace] = [textAt(object, 'metadata', 'name'), textAt(object, 'metadata', 'namespace')];
  const place = namespace === '' ? {} : { namespace };
  return {
    ...object,
    apiVersion: String(apiVersion),
    kind: String(kind),
    metadata: { ...objectAt(object, 'metadata'), ...place, name },
  };
}

function merged(target: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, JsonObject[string]> = { ...target };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = isJsonObject(value) ? merged(objectAt(result[key]), value) : value;
  }
  return result;
}

function shownBy(objects: readonly JsonObject[]): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    objects.map((object) => {
      const metadata = objectAt(object, 'metadata');
      const { [simulatedAnnotation]: _, ...annotations } = objectAt(metadata, 'annotations');
      const name = `${textAt(metadata, 'namespace')}/${textAt(metadata, 'name')}`;
      return [name, { labels: objectAt(metadata, 'labels'), annotations, spec: objectAt(object, 'spec') }];
    }),
  );
}

/** Plays a vector to its end. */
function played(input: JsonObject): Model {
  const model = new Model();
  const templates = Object.fromEntries(
    Object.entries(objectAt(input, 'commonTemplateDataSources')).map(([name]) => [
      name,
      listAt(input, 'commonTemplateDataSources', name).map(String),
    ]),
  );
  const ssp = sspPlay(home, templates);
  for (const step of listAt(input, 'steps')) {
    for (const object of listAt(step, 'apply')) model.put(asObject(objectAt(object)));
    const metadata = {
      ...{ name: 'ssp-kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      ...objectAt(input, 'sspMetadata'),
    };
    const spec = valueAt(step, 'ssp');
    if (spec !== undefined)
      model.put(asObject({ apiVersion: 'ssp.kubevirt.io/v1beta3', kind: 'SSP', metadata, spec }));
    if (valueAt(step, 'action') === 'cleanup')
      model.objects.delete(keyOf(asObject({ apiVersion: 'x', kind: 'SSP', metadata })));
    settle(model, ssp);
  }
  return model;
}

function settle(model: Model, ssp: ReturnType<typeof sspPlay>): void {
  for (let round = 0; round < 20; round += 1) {
    const { writes } = ssp.look(model.world());
    if (writes.length === 0) return;
    for (const write of writes) model.carryOut(write);
  }
  throw new Error('it does not come to rest');
}

describe('the simulated SSP does as the real one', () => {
  test.each(vectorsOf('golden-images'))('%s', (_, vector) => {
    const { state } = objectAt(listAt(vector.expected, 'steps').at(-1));
    if (state === undefined) return;
    const model = played(objectAt(vector.input));
    const wanted = (list: string) => shownBy(listAt(state, list).map((one) => objectAt(one)));
    expect(model.shown('DataImportCron')).toEqual(wanted('dataImportCrons'));
    expect(model.shown('DataSource')).toEqual(wanted('dataSources'));
  });
});

describe('odd templates stop nothing', () => {
  const template = (name: string, managedDataSource: string, annotations: JsonObject = {}) => ({
    metadata: { name, annotations },
    spec: { managedDataSource, schedule: '0 0 * * *', template: { spec: {} } },
  });
  const ofAmd64 = { 'ssp.kubevirt.io/dict.architectures': 'amd64' };

  test.each<[string, readonly JsonObject[], readonly string[]]>([
    ['a DataSource with the name of something inherited', [template('c', 'constructor')], ['c']],
    ['an annotation that is no text', [template('c', 'c', { a: { toString: 1 } })], ['c']],
    ['two crons of one name', [template('f', 'f', ofAmd64), template('f-amd64', 'mine')], ['f-amd64']],
  ])('%s', (_, dataImportCronTemplates, crons) => {
    const cluster = { controlPlaneArchitectures: ['amd64'], workloadArchitectures: ['amd64'] };
    const ssp = { commonTemplates: { dataImportCronTemplates }, cluster, enableMultipleArchitectures: true };
    const model = played({ steps: [{ ssp }] });
    expect(Object.keys(model.shown('DataImportCron'))).toEqual(crons.map((name) => `${home}/${name}`));
  });
});
