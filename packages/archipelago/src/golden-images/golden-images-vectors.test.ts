import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { vectorsOf } from '../../../../test/support/vectors.ts';
import type { EffectiveTemplate } from '../config/settings/workload-sources/data-import-cron-templates/effective-templates.ts';
import { architecturesAnnotation } from '../config/settings/workload-sources/data-import-cron-templates/template.ts';
import { at } from './boot-source-of.ts';
import { CdiModel } from './cdi-model.test-support.ts';
import { decideArchitectures } from './decide-architectures.ts';
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
    const ssp = at(vector.input, 'sspMetadata', 'labels');
    const { model, refused } = play(vector, isJsonObject(ssp) ? ssp : {});
    const state = list(at(vector.expected, 'steps')).at(-1);
    const wanted = at(state, 'state');
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
      list(at(vector.expected, 'steps')).some((step) => at(step, 'state', 'others')),
    ),
  )('support objects of %s', (_, vector) => {
    const model = new CdiModel();
    const steps = list(at(vector.expected, 'steps'));
    const inputs = list(at(vector.input, 'steps'));
    for (const [index, step] of steps.entries()) {
      for (const object of list(at(inputs[index], 'apply'))) model.put(object as unknown as KubernetesObject);
      support(model, ownerWith(at(vector.input, 'sspMetadata', 'labels')));
      const others = list(at(step, 'state', 'others')).filter((one) => at(one, 'kind') !== 'NetworkPolicy');
      for (const one of others) {
        const live = model.get(
          String(at(one, 'kind')),
          textAt(one, 'metadata', 'namespace'),
          String(at(one, 'metadata', 'name')),
        );
        // a namespace without our annotations is somebody else's: used, but neither changed nor deleted
        const foreign = at(inputs[index], 'apply') !== undefined && at(one, 'kind') === 'Namespace';
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
  const multi = list(at(vector.input, 'steps')).some(
    (step) => at(step, 'ssp', 'enableMultipleArchitectures') === true,
  );
  for (const step of list(at(vector.input, 'steps'))) {
    for (const object of list(at(step, 'apply'))) model.put(object as unknown as KubernetesObject);
    ssp = at(step, 'ssp') ?? ssp;
    const templates = list(at(ssp, 'commonTemplates', 'dataImportCronTemplates'));
    if (templates.some((template) => textAt(template, 'metadata', 'name') === ''))
      return { model, refused: true };
    if (at(step, 'action') === 'cleanup') ssp = undefined;
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
  const controlPlane = list(at(ssp, 'cluster', 'controlPlaneArchitectures'));
  const workload =
    at(ssp, 'cluster') === undefined ? ['amd64'] : list(at(ssp, 'cluster', 'workloadArchitectures'));
  return planBootSources({
    templates: list(at(ssp, 'commonTemplates', 'dataImportCronTemplates')).map((template) => {
      const read = templateOf(template);
      const { decided } = decideArchitectures({
        template: read.metadata.name,
        annotation: read.architectures,
        knowledge: undefined,
        previous: undefined,
      });
      return { template: read, decided };
    }),
    multiArchitecture: at(ssp, 'enableMultipleArchitectures') === true,
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
  const [partOf, version] = ['part-of', 'version'].map((name) => textAt(labels, `app.kubernetes.io/${name}`));
  return {
    ...owner,
    ...(partOf === undefined ? {} : { partOf }),
    ...(version === undefined ? {} : { version }),
  };
}

function templateOf(template: JsonValue): EffectiveTemplate {
  const annotations = at(template, 'metadata', 'annotations');
  const { [architecturesAnnotation]: architectures, ...others } = isJsonObject(annotations)
    ? annotations
    : {};
  const labels = at(template, 'metadata', 'labels');
  const place = textAt(template, 'metadata', 'namespace');
  return {
    origin: { kind: 'custom', index: 0 },
    metadata: {
      name: String(at(template, 'metadata', 'name')),
      ...(place === undefined ? {} : { namespace: place }),
      ...(labels === undefined ? {} : { labels: labels as Record<string, string> }),
    },
    annotations: others as Record<string, string>,
    architectures: typeof architectures === 'string' ? architectures : undefined,
    spec: at(template, 'spec') as EffectiveTemplate['spec'],
  };
}

type Shown = Readonly<Record<string, JsonValue>>;

/** What the vector has; CDI's part of it (sources it fills in, labels it copies) is CDI's. */
function expected(model: CdiModel, wanted: JsonValue): Shown {
  const crons = list(at(wanted, 'dataImportCrons'));
  const sources = list(at(wanted, 'dataSources')).filter((one) => leadsSomewhere(one, wanted, model));
  return Object.fromEntries([...crons.map(showCron), ...sources.map(showDataSource)]);
}

/** What there is; a DataSource that the vector leaves to CDI is left out where its cron is there. */
function seen(model: CdiModel, wanted: JsonValue): Shown {
  const names = list(at(wanted, 'dataSources')).map((one) => at(one, 'metadata', 'name'));
  const crons = list(at(wanted, 'dataImportCrons')).map((one) => at(one, 'metadata', 'name'));
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
  const managed = list(at(wanted, 'dataImportCrons')).some(
    (cron) =>
      textAt(cron, 'metadata', 'namespace') === place &&
      textAt(cron, 'spec', 'managedDataSource') === textAt(one, 'metadata', 'name'),
  );
  const claim = textAt(one, 'spec', 'source', 'pvc', 'name');
  const next = textAt(one, 'spec', 'source', 'dataSource', 'name');
  if (next !== undefined && at(one, 'metadata', 'labels', cronLabel) === undefined) {
    const target = list(at(wanted, 'dataSources')).find(
      (other) => textAt(other, 'metadata', 'name') === next,
    );
    // CDI makes the target of a pointer to a custom image
    return target === undefined ? hasCron(next, wanted) : managed || leadsSomewhere(target, wanted, model);
  }
  return (
    managed ||
    at(one, 'metadata', 'labels', cronLabel) !== undefined ||
    at(one, 'metadata', 'deletionTimestamp') !== undefined ||
    (claim !== undefined && model.get('PersistentVolumeClaim', place, claim) !== undefined)
  );
}

function hasCron(name: string, wanted: JsonValue): boolean {
  return list(at(wanted, 'dataImportCrons')).some(
    (cron) => textAt(cron, 'spec', 'managedDataSource') === name,
  );
}

function showCron(cron: JsonValue): readonly [string, JsonValue] {
  const { labels = {}, annotations = {}, name = '', namespace: place = '' } = metadataOf(cron);
  return [`cron ${String(place)}/${String(name)}`, { labels, annotations, spec: at(cron, 'spec') ?? null }];
}

function showDataSource(one: JsonValue): readonly [string, JsonValue] {
  const { labels, annotations = {}, name = '', namespace: place = '' } = metadataOf(one);
  const pointer = at(one, 'spec', 'source', 'dataSource');
  const fed = at(labels, cronLabel) !== undefined;
  const copied = [pointerLabel, ...(pointer === undefined ? [] : ['template.kubevirt.io/architecture'])];
  const shown = Object.entries(isJsonObject(labels) ? labels : {}).filter(
    // a DataSource that was a pointer keeps its application labels when CDI fills it
    ([key]) => !copied.includes(key) && !(fed && key.startsWith('app.kubernetes.io/')),
  );
  return [
    `source ${String(place)}/${String(name)}`,
    {
      labels: Object.fromEntries(shown),
      annotations,
      source: fed ? 'by CDI' : (at(one, 'spec', 'source') ?? null),
    },
  ];
}

function metadataOf(object: JsonValue): JsonObject {
  const metadata = at(object, 'metadata');
  return isJsonObject(metadata) ? metadata : {};
}

function withoutSpec(object: unknown): JsonObject {
  const { spec: _, status: __, ...rest } = isJsonObject(object) ? object : {};
  return rest;
}

function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
