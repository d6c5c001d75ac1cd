import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import {
  type ConversionCase,
  type ConversionStep,
  collection,
  creation,
  definitionPath,
  group,
  reading,
  versionsStoredIn,
  widget,
} from './conversion-case.ts';
import { add, allow, type Hook, patches, type Reply } from './webhook-case.ts';

const good: Reply = { kind: 'convert' };
const apply = 'application/apply-patch+yaml';
const from = (of: string) => `${collection(of)}/w?fieldManager=suite`;
const kind = 'ConversionReview';
const apiVersion = 'apiextensions.k8s.io/v1';

function raw(body: string | object, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'raw', status, headers, body: text };
}

function merging(of: string, body: JsonObject, more = ''): ConversionStep {
  return { method: 'PATCH', path: `${collection(of)}/w${more}?fieldManager=suite`, body };
}

function applying(of: string, manager: string, spec: JsonObject, force = ''): ConversionStep {
  const path = `${collection(of)}/w?fieldManager=${manager}${force}`;
  return { method: 'PATCH', path, contentType: apply, body: widget('w', of, spec) };
}

function replied(reply: Reply, step: ConversionStep = reading('v2')): ConversionStep {
  return { ...step, reply };
}

function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function withMetadata(change: (metadata: JsonObject) => JsonObject): Reply {
  return {
    kind: 'convert',
    objects: (all) =>
      all.map((one) => ({
        ...one,
        metadata: change(objectAt(one, 'metadata')),
      })),
  };
}

const failing: readonly Reply[] = [
  raw('broken', 500, { 'content-type': 'text/plain' }),
  raw('404 page not found', 404, { 'content-type': 'text/plain' }),
  raw({ apiVersion: 'v1', kind: 'Status', status: 'Failure', message: 'own words', code: 409 }, 409),
  raw(''),
  raw('{'),
  raw('[]'),
  raw({}),
  raw({ kind }),
  raw({ apiVersion: 'v1', kind: 'ConfigMap' }),
  raw({ apiVersion: 'apiextensions.k8s.io/v7', kind }),
  raw({ apiVersion: 'apiextensions.k8s.io/v1beta1', kind }),
  raw({ apiVersion, kind }),
  { kind: 'convert', response: { uid: 'x' } },
  { kind: 'convert', response: { uid: '' } },
  { kind: 'convert', response: { result: { status: 'Failure', message: 'cannot do that' } } },
  { kind: 'convert', response: { result: { status: 'Failure' } } },
  { kind: 'convert', response: { result: { status: 'Perhaps', message: 'who knows' } } },
  { kind: 'convert', response: { result: {} } },
  { kind: 'convert', response: { convertedObjects: 'x' } },
  { kind: 'convert', objects: () => [] },
  { kind: 'convert', objects: (all) => [...all, ...all] },
  { kind: 'convert', objects: (all) => all.map((one) => ({ ...one, apiVersion: 'x/v9' })) },
  { kind: 'convert', objects: (all) => all.map((one) => ({ ...one, kind: 'Gadget' })) },
  { kind: 'convert', objects: (all) => all.map((one) => without(one, 'kind')) },
  { kind: 'convert', objects: (all) => all.map((one) => without(one, 'apiVersion')) },
  { kind: 'convert', objects: (all) => all.map((one) => without(one, 'metadata')) },
  { kind: 'convert', objects: (all) => all.map((one) => ({ ...one, metadata: 'x' })) },
  { kind: 'convert', objects: (all) => all.map(() => 'x') },
  { kind: 'convert', objects: (all) => all.map(() => null) },
  withMetadata((metadata) => ({ ...metadata, name: 'other' })),
  withMetadata((metadata) => ({ ...metadata, namespace: 'other' })),
  withMetadata((metadata) => ({ ...metadata, uid: 'other' })),
  withMetadata((metadata) => ({ ...metadata, labels: { a: 1 } })),
  withMetadata((metadata) => ({ ...metadata, labels: 'x' })),
  withMetadata((metadata) => ({ ...metadata, labels: { 'a b': 'c d' } })),
  withMetadata((metadata) => ({ ...metadata, annotations: { 'a b': 'c' } })),
];

/** Changes that are not refused. */
const odd: readonly Reply[] = [
  withMetadata((metadata) => ({ ...metadata, labels: { changed: 'yes' }, annotations: { also: 'this' } })),
  withMetadata((metadata) => without(metadata, 'labels', 'annotations')),
  withMetadata((metadata) => ({
    ...metadata,
    finalizers: ['example.com/no'],
    generation: 77,
    creationTimestamp: null,
    managedFields: [],
    ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }],
  })),
  { kind: 'convert', objects: (all) => all.map((one) => ({ ...one, more: 1, spec: { lost: 1 } })) },
  { kind: 'convert', objects: (all) => all.map((one) => ({ ...one, spec: 'a text' })) },
  raw({
    apiVersion,
    kind,
    also: 1,
    response: {
      uid: '$UID',
      result: { status: 'Success' },
      convertedObjects: [{ apiVersion: `${group}/v2`, kind: 'Widget', metadata: { name: 'w' } }],
    },
  }),
];

function hook(type: Hook['type'], reply: Reply, rule: JsonObject): Hook {
  const rules = [{ operations: ['*'], apiGroups: [group], resources: ['widgets'], ...rule }];
  return { type, name: type.slice(0, 1), fields: { rules }, reply };
}

const storedIn = (of: string): ConversionStep => ({
  method: 'PATCH',
  path: definitionPath,
  body: { spec: { versions: versionsStoredIn(of) } },
  settles: true,
});

const nowhere = { clientConfig: { url: 'https://127.0.0.1:9/x', caBundle: '$CA' } };
const service = { namespace: 'nowhere', name: 'hook', path: '/p' };

function unreachable(title: string, clientConfig: JsonObject): ConversionCase {
  const steps = [creation('v1'), reading('v1'), reading('v2'), creation('v2', 'other')];
  return { title, webhook: { clientConfig }, steps };
}

/** Requests about objects that a webhook converts. */
export const conversionCases: readonly ConversionCase[] = [
  {
    title: 'an object in another version than the stored one',
    steps: [
      creation('v2'),
      reading('v1'),
      reading('v2'),
      reading('v3'),
      { method: 'GET', path: collection('v2') },
      { method: 'GET', path: collection('v1') },
      merging('v2', { spec: { area: { size: 4 } } }),
      merging('v2', { status: { phase: 'Ready' } }, '/status'),
      { method: 'GET', path: `${collection('v3')}/w/status` },
      merging('v3', { metadata: { labels: { a: 'b' } } }),
      { method: 'DELETE', path: `${collection('v2')}/w` },
      reading('v2'),
    ],
  },
  {
    title: 'an update in another version',
    steps: [
      creation('v1', 'w', { finalizers: ['example.com/stay'] }),
      merging('v2', { spec: { area: { size: 9 } } }),
      merging('v2', { spec: { area: { unit: 'm' } } }),
      merging('v2', { spec: { color: null } }),
      { method: 'DELETE', path: `${collection('v2')}/w` },
      merging('v2', { metadata: { finalizers: null } }),
    ],
  },
  {
    title: 'a dry run in another version',
    steps: [
      { ...creation('v2'), path: `${collection('v2')}?dryRun=All&fieldManager=suite` },
      creation('v1'),
      merging('v2', { spec: { area: { size: 3 } } }, ''),
      { ...merging('v2', { spec: { area: { size: 4 } } }), path: `${from('v2')}&dryRun=All` },
      { method: 'DELETE', path: `${collection('v2')}/w?dryRun=All` },
      reading('v2'),
    ],
  },
  {
    title: 'managers of several versions',
    asksFreely: true,
    steps: [
      applying('v1', 'one', { size: 1 }),
      applying('v2', 'two', { area: { size: 2 } }),
      applying('v2', 'two', { area: { size: 2 } }, '&force=true'),
      applying('v2', 'two', { area: { size: 3, unit: 'm' } }),
      applying('v1', 'one', { color: 'red' }),
      applying('v3', 'three', { text: '5' }, '&force=true'),
      applying('v2', 'two', {}),
    ],
  },
  {
    title: 'objects that were stored in several versions',
    steps: [
      creation('v1', 'a'),
      storedIn('v2'),
      creation('v1', 'b'),
      reading('v2', 'a'),
      reading('v1', 'b'),
      { method: 'GET', path: collection('v3') },
      { method: 'GET', path: collection('v1') },
      { method: 'GET', path: collection('v2') },
      { method: 'DELETE', path: collection('v1') },
    ],
  },
  {
    title: 'answers that are refused',
    steps: [creation('v1'), ...failing.map((reply) => replied(reply))],
  },
  {
    title: 'answers that are taken',
    steps: [
      creation('v1', 'w', { labels: { a: 'b' }, finalizers: ['example.com/yes'] }),
      ...odd.map((reply) => replied(reply)),
    ],
  },
  {
    title: 'writes that cannot be converted',
    asksFreely: true,
    steps: [
      creation('v1'),
      { method: 'GET', path: collection('v2') },
      replied(
        { kind: 'convert', response: { result: { status: 'Failure', message: 'no' } } },
        creation('v2', 'x'),
      ),
      merging('v2', { spec: { area: { size: 4 } } }),
      applying('v2', 'two', { area: { size: 4 } }),
      { method: 'DELETE', path: `${collection('v2')}/w` },
      reading('v1'),
      merging('v1', { spec: { size: 2 } }),
      { ...reading('v1', 'x'), reply: good },
    ],
  },
  {
    title: 'a webhook of the older version',
    webhook: { conversionReviewVersions: ['v7', 'v1beta1', 'v1'] },
    steps: [
      creation('v2'),
      replied({ kind: 'convert', response: { uid: 'x' } }),
      replied({ kind: 'convert', response: { uid: '' } }),
      replied({ kind: 'convert', response: { result: {} } }),
      replied(raw({ apiVersion: 'apiextensions.k8s.io/v1', kind })),
      replied(raw({ response: { result: { status: 'Success' }, convertedObjects: [] } })),
    ],
  },
  {
    title: 'admission webhooks that see another version',
    hooks: [
      hook('mutating', patches(add('/spec/area/unit', 'km')), { apiVersions: ['v2'] }),
      hook('validating', allow(), { apiVersions: ['v3'] }),
    ],
    steps: [
      creation('v1'),
      merging('v3', { spec: { text: '4' } }),
      { method: 'DELETE', path: `${collection('v1')}/w` },
    ],
  },
  {
    title: 'an admission webhook whose object cannot be converted',
    hooks: [hook('validating', allow(), { apiVersions: ['v2'] })],
    steps: [replied(raw('broken', 500), creation('v1'))],
  },
  unreachable('nobody listens', nowhere.clientConfig),
  unreachable('a service that is not there', { service, caBundle: '$CA' }),
  unreachable('an authority nobody knows', { url: '$URL', caBundle: '$OTHER_CA' }),
  unreachable('no authority at all', { url: '$URL' }),
];

const conversions: readonly JsonObject[] = [
  { strategy: 'Webhook' },
  { strategy: 'Other' },
  { strategy: 'None', webhook: { clientConfig: { url: '$URL' }, conversionReviewVersions: ['v1'] } },
  { strategy: 'Webhook', webhook: {} },
  { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } },
  { strategy: 'Webhook', webhook: { clientConfig: {}, conversionReviewVersions: ['v1'] } },
  {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: '$URL', service }, conversionReviewVersions: ['v1'] },
  },
  { strategy: 'Webhook', webhook: { clientConfig: { url: '$URL' } } },
  { strategy: 'Webhook', webhook: { clientConfig: { url: '$URL' }, conversionReviewVersions: [] } },
  { strategy: 'Webhook', webhook: { clientConfig: { url: '$URL' }, conversionReviewVersions: ['v7'] } },
  { strategy: 'Webhook', webhook: { clientConfig: { url: '$URL' }, conversionReviewVersions: ['v1', 'v1'] } },
  {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: '$URL' }, conversionReviewVersions: ['V 1', 'v1'] },
  },
  {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: 'http://a.example' }, conversionReviewVersions: ['v1'] },
  },
  {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: 'https://me@a.example/x?y=1#z' }, conversionReviewVersions: ['v1'] },
  },
  { strategy: 'Webhook', webhook: { clientConfig: { url: 'bad' }, conversionReviewVersions: ['v1'] } },
  { strategy: 'Webhook', webhook: { clientConfig: { service: {} }, conversionReviewVersions: ['v1'] } },
  {
    strategy: 'Webhook',
    webhook: { clientConfig: { service: { ...service, port: 70000 } }, conversionReviewVersions: ['v1'] },
  },
  {
    strategy: 'Webhook',
    webhook: { clientConfig: { service: { ...service, path: 'a//b' } }, conversionReviewVersions: ['v1'] },
  },
  { strategy: 'Webhook', webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] } },
  {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: '$URL', caBundle: 'bm90IFBFTQ==' }, conversionReviewVersions: ['v1'] },
  },
];

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function defining(conversion: JsonObject, index: number): ConversionStep {
  const names = { plural: `d${index}`, singular: `d${index}`, kind: `D${index}`, listKind: `D${index}List` };
  const spec = { group, scope: 'Namespaced', names, conversion, versions: versionsStoredIn('v1') };
  const metadata = { name: `d${index}.${group}` };
  const body = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec };
  return { method: 'POST', path: `${definitions}?dryRun=All&fieldManager=suite`, body };
}

/** Definitions whose conversion is checked, and completed. */
export const definitionCase: ConversionCase = {
  title: 'definitions of conversions',
  steps: [
    ...conversions.map(defining),
    {
      method: 'PATCH',
      path: `${definitionPath}?dryRun=All`,
      body: { spec: { conversion: { strategy: 'None' } } },
    },
    {
      method: 'PATCH',
      path: `${definitionPath}?dryRun=All`,
      body: { spec: { conversion: { webhook: { conversionReviewVersions: ['v9'] } } } },
    },
    {
      method: 'PATCH',
      path: `${definitionPath}?dryRun=All`,
      body: { spec: { conversion: { webhook: { clientConfig: { caBundle: 'bm90IFBFTQ==' } } } } },
    },
  ],
};
