import { isJsonList, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { InstallationChoices } from '../../operator/deployment/installation-choices.ts';
import { installationManifests } from '../../operator/installation-manifests.ts';
import type { InstallationFile } from '../installation-file.ts';
import { everyChoice, type Factor } from '../superposition/factor.ts';
import { superpose } from '../superposition/superpose.ts';
import type { Part } from '../superposition/template.ts';
import { chartFactors, chartInstallation } from './chart-choices.ts';
import { chartTest, checks, helpers, notes } from './chart-texts.ts';
import { chartValues } from './chart-values.ts';
import { markOf } from './mark.ts';
import { printTemplate } from './print-template.ts';
import { printValues, valuesSchema } from './print-values.ts';

/**
 * A chart of Helm. Its templates are not written by anybody: the model is asked for the objects of every choice there is, and what
 * differs between them stands under a condition. `chosen` is what its values usually are; `version` is that of chart and program.
 */
export function helmChart(chosen: InstallationChoices, version: string): readonly InstallationFile[] {
  const values = chartValues(chosen);
  const file = (path: string, text: string): InstallationFile => ({ path, text });
  return [
    file('Chart.yaml', chartFile(version)),
    file('values.yaml', printValues(values)),
    file('values.schema.json', `${JSON.stringify(valuesSchema(values), undefined, 2)}\n`),
    file('templates/_helpers.tpl', helpers),
    file('templates/checks.yaml', checks),
    file('templates/NOTES.txt', notes),
    file('templates/tests/ready.yaml', chartTest),
    ...templatesOf(chosen),
  ];
}

function chartFile(version: string): string {
  const lines = {
    apiVersion: 'v2',
    name: 'archipelago',
    description: 'Virtualization on Kubernetes clusters of several CPU architectures',
    type: 'application',
    version,
    appVersion: version,
    kubeVersion: '>=1.30.0-0',
    keywords: ['kubevirt', 'virtualization', 'multi-arch'],
    annotations: { 'artifacthub.io/license': 'Apache-2.0' },
  };
  return Object.entries(lines)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

/** One file for each kind. Definitions are large, and they and the console depend on little: they are superposed by themselves. */
function templatesOf(chosen: InstallationChoices): readonly InstallationFile[] {
  const factors = (...names: readonly string[]) => chartFactors.filter(({ name }) => names.includes(name));
  const usual = chartFactors.filter(({ name }) => name !== 'console');
  const isUsual = (object: JsonObject) => object.kind !== definition && !isOfConsole(object);
  const parts = [
    ...partsOf(factors('platform', 'layering'), chosen, (object) => object.kind === definition),
    ...partsOf(usual, chosen, isUsual),
    ...partsOf(factors('platform', 'console'), chosen, isOfConsole),
  ];
  const texts = new Map<string, string>();
  for (const part of parts) {
    const kind = kindOf(part);
    const before = texts.get(kind);
    texts.set(kind, `${before === undefined ? '' : `${before}---\n`}${printTemplate(asBrought(part, kind))}`);
  }
  return [...texts].map(([kind, text]) => ({ path: `templates/${kind.toLowerCase()}.yaml`, text }));
}

const definition = 'CustomResourceDefinition';

function isOfConsole(object: JsonObject): boolean {
  return textAt(object, 'metadata', 'labels', 'app.kubernetes.io/component') === 'console';
}

function partsOf(
  factors: readonly Factor[],
  chosen: InstallationChoices,
  isMeant: (object: JsonObject) => boolean,
): readonly Part[] {
  const choices = everyChoice(factors);
  const variants = choices.map((choice) =>
    installationManifests(chartInstallation(choice, chosen)).filter(isMeant).flatMap(ofChart),
  );
  return partsIn({ when: undefined, value: superpose(variants, { factors, choices }) });
}

/** The objects of a list, or of each list there may be, under what leads to it. */
function partsIn({ when, value }: Part): readonly Part[] {
  if (value.kind === 'either') return value.ways.flatMap(partsIn);
  const items = value.kind === 'list' ? value.items : listed(value);
  return items.map((item) => ({ ...item, when: both(when, item.when) }));
}

function listed(value: Part['value']): readonly Part[] {
  if (value.kind !== 'same' || !isJsonList(value.value))
    throw new Error('an installation is a list of objects');
  return value.value.map((each) => ({ when: undefined, value: { kind: 'same', value: each } }));
}

function both(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? (one ?? other) : `and (${one}) (${other})`;
}

/** Helm makes the namespace of the release itself. What more than the release lives by stays when it goes. */
function ofChart(object: JsonObject): readonly JsonObject[] {
  const name = textAt(object, 'metadata', 'name');
  if (object.kind === 'Namespace' && markOf(name)?.expression === '$.Release.Namespace') return [];
  if (object.kind !== 'Namespace' && object.kind !== definition) return [object];
  const metadata = objectAt(object, 'metadata');
  const annotations = { ...objectAt(metadata, 'annotations'), 'helm.sh/resource-policy': 'keep' };
  return [{ ...object, metadata: { ...metadata, annotations } }];
}

function asBrought(part: Part, kind: string): Part {
  if (kind !== definition) return part;
  const install = '$.Values.crds.install';
  return { ...part, when: part.when === undefined ? install : `and ${install} (${part.when})` };
}

function kindOf({ value }: Part): string {
  switch (value.kind) {
    case 'same':
      return textAt(value.value, 'kind');
    case 'object': {
      const found = value.members.find(({ key }) => key === 'kind')?.value;
      return found?.kind === 'same' && typeof found.value === 'string' ? found.value : '';
    }
    case 'list':
    case 'either':
      return '';
  }
}
