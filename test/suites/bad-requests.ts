/** Something a user sends that is wrong, and must be refused without harm. */
export interface BadRequest {
  readonly title: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly contentType?: string;
  readonly body: string;
  /** After the collection, or the object for PUT and PATCH. */
  readonly query?: string;
}

const apiVersion = 'hco.kubevirt.io/v1beta1';
const metadata = { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' };

function written(spec: unknown, more: object = {}): string {
  return JSON.stringify({ apiVersion, kind: 'HyperConverged', metadata, spec, ...more });
}

function merge(title: string, spec: unknown): BadRequest {
  const contentType = 'application/merge-patch+json';
  return { title, method: 'PATCH', contentType, body: JSON.stringify({ spec }) };
}

function json(title: string, body: string): BadRequest {
  return { title, method: 'PATCH', contentType: 'application/json-patch+json', body };
}

const template = { metadata: { name: 'x' }, spec: { managedDataSource: 'x', template: { spec: {} } } };

/** Against a HyperConverged that is there. */
export const badRequests: readonly BadRequest[] = [
  {
    title: 'another name',
    method: 'POST',
    body: written({}).replaceAll('"kubevirt-hyperconverged"', '"mine"'),
  },
  { title: 'one that is there', method: 'POST', body: written({}) },
  { title: 'no JSON', method: 'POST', body: '{"spec":' },
  { title: 'a list', method: 'POST', body: '[]' },
  { title: 'no kind', method: 'POST', body: '{"metadata":{"name":"kubevirt-hyperconverged"}}' },
  { title: 'another kind', method: 'POST', body: written({}).replace('HyperConverged', 'KubeVirt') },
  { title: 'another version', method: 'POST', body: written({}).replace('v1beta1', 'v1') },
  {
    title: 'another namespace',
    method: 'POST',
    body: written({}, { metadata: { ...metadata, namespace: 'default' } }),
  },
  { title: 'YAML that is no object', method: 'POST', contentType: 'application/yaml', body: 'hello' },
  { title: 'a content type nobody knows', method: 'POST', contentType: 'text/csv', body: 'a,b' },
  { title: 'no resourceVersion', method: 'PUT', body: written({}) },
  {
    title: 'an old resourceVersion',
    method: 'PUT',
    body: written({}, { metadata: { ...metadata, resourceVersion: '1' } }),
  },
  merge('text for a number', { liveMigrationConfig: { parallelMigrationsPerCluster: 'five' } }),
  merge('a negative number', { liveMigrationConfig: { parallelMigrationsPerCluster: -1 } }),
  merge('a number with a fraction', { liveMigrationConfig: { parallelMigrationsPerCluster: 1.5 } }),
  merge('a huge number', { liveMigrationConfig: { parallelMigrationsPerCluster: 2 ** 40 } }),
  merge('text for a switch', { featureGates: { alignCPUs: 'true' } }),
  merge('a list for an object', { featureGates: [] }),
  merge('a word that is none of the words', { evictionStrategy: 'Sometimes' }),
  merge('a number below its minimum', { higherWorkloadDensity: { memoryOvercommitPercentage: 5 } }),
  merge('several mistakes at once', {
    evictionStrategy: 'Sometimes',
    featureGates: { alignCPUs: 1 },
    resourceRequirements: { vmiCPUAllocationRatio: 0 },
  }),
  merge('a template without a schedule', { dataImportCronTemplates: [template] }),
  merge('a template without a name', { dataImportCronTemplates: [{ ...template, metadata: {} }] }),
  merge('an amount that is none', {
    resourceRequirements: { storageWorkloads: { limits: { cpu: 'many' } } },
  }),
  merge('a duration that is none', { certConfig: { ca: { duration: 'a week' } } }),
  merge('a spec that is none', 'all'),
  json('a patch that is no list', '{"op":"add"}'),
  json('a patch of nothing', '[{"op":"remove","path":"/spec/nothing"}]'),
  json('a test that fails', '[{"op":"test","path":"/spec/evictionStrategy","value":"x"}]'),
  json('an operation nobody knows', '[{"op":"destroy","path":"/spec"}]'),
  json('a patch of what may not change', '[{"op":"replace","path":"/metadata/name","value":"x"}]'),
  { title: 'a patch in no format', method: 'PATCH', contentType: 'application/json', body: '{}' },
  {
    title: 'a strategic patch',
    method: 'PATCH',
    contentType: 'application/strategic-merge-patch+json',
    body: '{"spec":{}}',
  },
  {
    title: 'an unknown field, strictly',
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    query: 'fieldValidation=Strict',
    body: '{"spec":{"evictionStrategi":"None"}}',
  },
  {
    title: 'a name that is a trap',
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    query: 'fieldValidation=Strict',
    body: '{"spec":{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}}',
  },
  {
    title: 'an annotation of 300 kB',
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: JSON.stringify({ metadata: { annotations: { big: 'x'.repeat(300_000) } } }),
  },
  { title: 'four megabytes', method: 'POST', body: written({ filler: 'x'.repeat(4_000_000) }) },
  {
    title: 'a label that is none',
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: '{"metadata":{"labels":{"a b":"c d"}}}',
  },
];
