import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { vectorsOf } from '../../../../../test/support/vectors.ts';
import { decideArchitectures } from '../images/decide-architectures.ts';
import type { EffectiveTemplate } from '../templates/effective-templates.ts';
import { architecturesAnnotation } from '../templates/template.ts';
import { CdiModel } from './cdi-model.test-support.ts';
import { cronLabel, pointerLabel } from './names.ts';
import type { Owner } from './ownership.ts';
import { planBootSources } from './plan-boot-sources.ts';
import { planRemoval, planSupportObjects } from './plan-support-objects.ts';

const vectors = vectorsOf('golden-images');

/**
 * Where the built-in controller does otherwise, and why; everything else is the same. Weaknesses have the numbers of
 * docs/compatibility/golden-images.md#where-we-differ-from-ssp.
 */
const otherwise: Readonly<Record<string, string>> = {
  'multi-control-plane-not-workload-unnarrowed':
    'weakness 1: nothing is imported for an architecture where no machine can run, and no pointer leads there',
  'multi-dict-no-annotation-common':
    'weakness 2: an image of unknown architecture gets no DataSource that names one; its own name leads to it',
  'multi-dict-annotation-empty':
    'weakness 2: an image of unknown architecture gets no DataSource that names one; its own name leads to it',
  'multi-dict-other-namespace':
    'the pointer lives beside its targets: CDI refuses pointers and crons that cross namespaces, so it leads to an image',
  'multi-dict-custom-other-namespace':
    'the pointer lives beside its targets: CDI refuses pointers and crons that cross namespaces, so it leads to an image',
  'multi-user-ds-with-pointer-name':
    "a user's own DataSource is never touched; a finding names it; SSP overwrites it",
  'multi-arch-removed-custom':
    'weakness 7: what CDI made for our cron is ours, so it goes with its architecture, after the grace period',
  'cleanup-keeps-unowned':
    'what CDI made for our cron was adopted while the cron lived, so it goes with it; see the test of foreign DataSources',
  'single-no-dict-labelled-ds':
    'weakness 10: there is no DataSource without an image, so one that is not ours is left as it is',
  'single-unknown-arch-first': 'weakness 5: an unknown node architecture never stops the others',
};

const owner = {
  resource: 'kubevirt-hyperconverged/ssp-kubevirt-hyperconverged',
  type: 'SSP.ssp.kubevirt.io',
  managedBy: 'ssp-operator',
};
const namespace = 'kubevirt-os-images';
const now = Date.parse('2026-11-21T00:00:00Z');
const registry = () => ({ digest: '0123456789ab', architectures: ['amd64', 'arm64', 's390x'] });
let same = 0;
let different = 0;

describe(`golden image vectors (${vectors.length})`, () => {
  test.each(vectors)('%s', (name, vector) => {
    const ssp = valueAt(vector.input, 'sspMetadata', 'labels');
    const { model, refused } = play(vector, objectAt(ssp));
    const state = listAt(vector.expected, 'steps').at(-1);
    const wanted = valueAt(state, 'state');
    if (refused || wanted === undefined) {
      // what admission refuses is refused by the schema of the spec; nothing of it reaches the planner
      if (otherwise[name] === undefined) same += 1;
      else different += 1;
      expect(refused || otherwise[name] !== undefined).toBe(true);
      return;
    }
    const [ours, theirs] = [seen(model, wanted), expected(model, wanted)];
    if (otherwise[name] === undefined) {
      same += 1;
      expect(ours).toEqual(theirs);
      return;
    }
    different += 1;
    expect(ours, 'is the same, so the table is out of date').not.toEqual(theirs);
  });

  test('counts', () => {
    process.stderr.write(
      `golden image vectors: ${same} as measured, ${different} otherwise for a reason, of ${vectors.length}\n`,
    );
    expect(same + different).toBe(vectors.length);
    expect(Object.keys(otherwise).filter((name) => !vectors.some(([known]) => known === name))).toEqual([]);
  });

  test.each(
    vectors.filter(([, vector]) =>
      listAt(vector.expected, 'steps').some((step) => valueAt(step, 'state', 'others')),
    ),
  )('support objects of %s', (_, vector) => {
    const model = new CdiModel();
    const steps = listAt(vector.expected, 'steps');
    const inputs = listAt(vector.input, 'steps');
    for (const [index, step] of steps.entries()) {
      for (const object of listAt(inputs[index], 'apply')) model.put(object as unknown as KubernetesObject);
      support(model, ownerWith(valueAt(vector.input, 'sspMetadata', 'labels')));
      const others = listAt(step, 'state', 'others').filter(
        (one) => valueAt(one, 'kind') !== 'NetworkPolicy',
      );
      for (const one of others) {
        const live = model.get(
          String(valueAt(one, 'kind')),
          textAt(one, 'metadata', 'namespace') || undefined,
          String(valueAt(one, 'metadata', 'name')),
        );
        // a namespace without our annotations is somebody else's: used, but neither changed nor deleted
        const foreign = valueAt(inputs[index], 'apply') !== undefined && valueAt(one, 'kind') === 'Namespace';
        if (!foreign) expect(withoutSpec(live)).toEqual(withoutSpec(one));
      }
    }
  });
});

function support(model: CdiModel, by: Owner): void {
  for (let round = 0; round < 3; round += 1) {
    const { actions } = planSupportObjects(namespace, by, [...model.objects.values()]);
    if (round > 0) expect(actions).toEqual([]);
    for (const action of actions) model.apply(action);
  }
}

/** Goes through the steps, each to the end; CDI works in between. */
function play(
  vector: JsonObject,
  labels: JsonObject,
): { readonly model: CdiModel; readonly refused: boolean } {
  const model = new CdiModel();
  let ssp: JsonValue | undefined;
  const multi = listAt(vector.input, 'steps').some(
    (step) => valueAt(step, 'ssp', 'enableMultipleArchitectures') === true,
  );
  for (const step of listAt(vector.input, 'steps')) {
    for (const object of listAt(step, 'apply')) model.put(object as unknown as KubernetesObject);
    ssp = valueAt(step, 'ssp') ?? ssp;
    const templates = listAt(ssp, 'commonTemplates', 'dataImportCronTemplates');
    if (templates.some((template) => valueAt(template, 'metadata', 'name') === ''))
      return { model, refused: true };
    if (valueAt(step, 'action') === 'cleanup') ssp = undefined;
    for (let round = 0; round < 12; round += 1) {
      const actions = ssp === undefined ? removal(model) : plan(model, ssp, labels);
      for (const action of actions) model.apply(action);
      // pointers wait for images; without them, as it was measured: nothing is ever imported
      model.work(multi ? registry : () => undefined);
    }
  }
  return { model, refused: false };
}

function removal(model: CdiModel) {
  return planRemoval({ observed: model.observe(), support: [], owner }).actions;
}

function plan(model: CdiModel, ssp: JsonValue, labels: JsonObject) {
  const controlPlane = listAt(ssp, 'cluster', 'controlPlaneArchitectures');
  const workload =
    valueAt(ssp, 'cluster') === undefined ? ['amd64'] : listAt(ssp, 'cluster', 'workloadArchitectures');
  return planBootSources({
    templates: listAt(ssp, 'commonTemplates', 'dataImportCronTemplates').map((template) => {
      const read = templateOf(template);
      const { decided } = decideArchitectures({
        template: read.metadata.name,
        annotation: read.architectures,
        knowledge: undefined,
        previous: undefined,
      });
      return { template: read, decided };
    }),
    multiArchitecture: valueAt(ssp, 'enableMultipleArchitectures') === true,
    workload: workload.map((name) => ({
      name: String(name),
      nodes: 1,
      controlPlane: controlPlane.includes(name),
    })),
    observed: model.observe(),
    owner: ownerWith(labels),
    namespace,
    now,
    gracePeriod: 0,
  }).actions;
}

function ownerWith(labels: JsonValue | undefined): Owner {
  const [partOf, version] = ['part-of', 'version'].map(
    (name) => textAt(labels, `app.kubernetes.io/${name}`) || undefined,
  );
  return {
    ...owner,
    ...(partOf === undefined ? {} : { partOf }),
    ...(version === undefined ? {} : { version }),
  };
}

function templateOf(template: JsonValue): EffectiveTemplate {
  const annotations = valueAt(template, 'metadata', 'annotations');
  const { [architecturesAnnotation]: architectures, ...others } = isJsonObject(annotations)
    ? annotations
    : {};
  const labels = valueAt(template, 'metadata', 'labels');
  const place = textAt(template, 'metadata', 'namespace') || undefined;
  return {
    origin: { kind: 'custom', index: 0 },
    metadata: {
      name: String(valueAt(template, 'metadata', 'name')),
      ...(place === undefined ? {} : { namespace: place }),
      ...(labels === undefined ? {} : { labels: labels as Record<string, string> }),
    },
    annotations: others as Record<string, string>,
    architectures: typeof architectures === 'string' ? architectures : undefined,
    spec: valueAt(template, 'spec') as EffectiveTemplate['spec'],
  };
}

type Shown = Readonly<Record<string, JsonValue>>;

/** What the vector has; CDI's part of it (sources it fills in, labels it copies) is CDI's. */
function expected(model: CdiModel, wanted: JsonValue): Shown {
  const crons = listAt(wanted, 'dataImportCrons');
  const sources = listAt(wanted, 'dataSources').filter((one) => leadsSomewhere(one, wanted, model));
  return Object.fromEntries([...crons.map(showCron), ...sources.map(showDataSource)]);
}

/** What there is; a DataSource that the vector leaves to CDI is left out where its cron is there. */
function seen(model: CdiModel, wanted: JsonValue): Shown {
  const names = listAt(wanted, 'dataSources').map((one) => valueAt(one, 'metadata', 'name'));
  const crons = listAt(wanted, 'dataImportCrons').map((one) => valueAt(one, 'metadata', 'name'));
  const sources = model
    .of('DataSource')
    .filter(
      ({ metadata }) => names.includes(metadata.name) || !crons.includes(metadata.labels?.[cronLabel] ?? ''),
    );
  const plain = (objects: readonly KubernetesObject[]) => objects.map((one) => one as unknown as JsonObject);
  return Object.fromEntries([
    ...plain(model.of('DataImportCron')).map(showCron),
    ...plain(sources).map(showDataSource),
  ]);
}

/** Weaknesses 3 and 10: SSP makes DataSources of images that nobody imports, and pointers to them. */
function leadsSomewhere(one: JsonValue, wanted: JsonValue, model: CdiModel): boolean {
  const place = textAt(one, 'metadata', 'namespace');
  const managed = listAt(wanted, 'dataImportCrons').some(
    (cron) =>
      textAt(cron, 'metadata', 'namespace') === place &&
      textAt(cron, 'spec', 'managedDataSource') === textAt(one, 'metadata', 'name'),
  );
  const claim = textAt(one, 'spec', 'source', 'pvc', 'name');
  const next = textAt(one, 'spec', 'source', 'dataSource', 'name');
  if (next !== '' && valueAt(one, 'metadata', 'labels', cronLabel) === undefined) {
    const target = listAt(wanted, 'dataSources').find((other) => textAt(other, 'metadata', 'name') === next);
    // CDI makes the target of a pointer to a custom image
    return target === undefined ? hasCron(next, wanted) : managed || leadsSomewhere(target, wanted, model);
  }
  return (
    managed ||
    valueAt(one, 'metadata', 'labels', cronLabel) !== undefined ||
    valueAt(one, 'metadata', 'deletionTimestamp') !== undefined ||
    (claim !== '' && model.get('PersistentVolumeClaim', place || undefined, claim) !== undefined)
  );
}

function hasCron(name: string, wanted: JsonValue): boolean {
  return listAt(wanted, 'dataImportCrons').some((cron) => textAt(cron, 'spec', 'managedDataSource') === name);
}

function showCron(cron: JsonValue): readonly [string, JsonValue] {
  const { labels = {}, annotations = {}, name = '', namespace: place = '' } = metadataOf(cron);
  return [
    `cron ${String(place)}/${String(name)}`,
    { labels, annotations, spec: valueAt(cron, 'spec') ?? null },
  ];
}

function showDataSource(one: JsonValue): readonly [string, JsonValue] {
  const { labels, annotations = {}, name = '', namespace: place = '' } = metadataOf(one);
  const pointer = valueAt(one, 'spec', 'source', 'dataSource');
  const fed = valueAt(labels, cronLabel) !== undefined;
  const copied = [pointerLabel, ...(pointer === undefined ? [] : ['template.kubevirt.io/architecture'])];
  const shown = Object.entries(objectAt(labels)).filter(
    // a DataSource that was a pointer keeps its application labels when CDI fills it
    ([key]) => !copied.includes(key) && !(fed && key.startsWith('app.kubernetes.io/')),
  );
  return [
    `source ${String(place)}/${String(name)}`,
    {
      labels: Object.fromEntries(shown),
      annotations,
      source: fed ? 'by CDI' : (valueAt(one, 'spec', 'source') ?? null),
    },
  ];
}

function metadataOf(object: JsonValue): JsonObject {
  const metadata = valueAt(object, 'metadata');
  return objectAt(metadata);
}

function withoutSpec(object: unknown): JsonObject {
  const { spec: _, status: __, ...rest } = objectAt(object);
  return rest;
}
