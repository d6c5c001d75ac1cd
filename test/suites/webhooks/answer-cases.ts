import {
  add,
  allow,
  base64,
  configMap,
  configMaps,
  creates,
  deny,
  patches,
  post,
  type Reply,
  rulesOf,
  type Step,
  type WebhookCase,
} from './webhook-case.ts';

const one = `${configMaps}/a`;
const manager = 'fieldManager=suite';

function validated(title: string, reply: Reply, steps: readonly Step[] = [post]): WebhookCase {
  const fields = { rules: rulesOf('*') };
  return { title, hooks: [{ type: 'validating', name: 'v', fields, reply }], steps };
}

function mutated(title: string, reply: Reply, steps: readonly Step[] = [post]): WebhookCase {
  return {
    title,
    hooks: [{ type: 'mutating', name: 'm', fields: { rules: rulesOf('*') }, reply }],
    steps,
  };
}

const lifecycle: readonly Step[] = [
  post,
  { method: 'PUT', path: `${one}?${manager}`, body: configMap('a', { a: '2' }) },
  { method: 'PATCH', path: `${one}?${manager}`, body: { data: { b: '1' } } },
  {
    method: 'PATCH',
    path: `${one}?fieldManager=other&force=true`,
    contentType: 'application/apply-patch+yaml',
    body: configMap('a', { c: '1' }),
  },
  {
    method: 'PATCH',
    path: `${configMaps}/b?${manager}`,
    contentType: 'application/apply-patch+yaml',
    body: configMap('b', { c: '1' }),
  },
  { method: 'PATCH', path: `${one}?${manager}`, body: {} },
  { method: 'DELETE', path: one, body: { propagationPolicy: 'Background', gracePeriodSeconds: 0 } },
  { method: 'DELETE', path: configMaps },
];

const dry: readonly Step[] = [
  { ...post, path: `${configMaps}?dryRun=All&${manager}` },
  post,
  { method: 'PUT', path: `${one}?dryRun=All&fieldValidation=Strict`, body: configMap('a', { a: '2' }) },
  { method: 'DELETE', path: `${one}?dryRun=All` },
  { method: 'GET', path: one },
];

const causes = { name: 'a', kind: 'configmaps', causes: [{ reason: 'Bad', message: 'no', field: 'data.a' }] };

const cases: readonly WebhookCase[] = [
  validated('a validating hook sees every write', allow(), lifecycle),
  mutated('a mutating hook sees every write', allow(), lifecycle),
  validated('dry run', allow(), dry),
  mutated('dry run, mutating', allow(), dry),
  validated('denied without a status', deny()),
  validated('denied with a message', deny({ message: 'no 5' })),
  validated('denied with a reason', deny({ reason: 'Because' })),
  validated('denied with a code and a reason', deny({ code: 403, reason: 'Forbidden', message: 'no' })),
  validated('denied with a code of success', deny({ code: 200, status: 'Success', message: 'no' })),
  validated('denied with details', deny({ code: 418, reason: 'Invalid', message: 'no', details: causes })),
  validated(
    'denied, try again later',
    deny({ code: 429, reason: 'TooManyRequests', message: 'later', details: { retryAfterSeconds: 7 } }),
  ),
  validated('warned and allowed', allow({ warnings: ['one', 'a "quoted" \\ text', 'one', ''] })),
  validated('warned and denied', deny({ message: 'no' }, { warnings: ['two'] })),
  validated('warned with control characters', allow({ warnings: ['a\nb', 'c\u0007', 'good'] })),
  validated('warned at length', allow({ warnings: ['x'.repeat(3000), 'y'.repeat(3000), 'z'] })),
  validated('allowed with audit annotations', allow({ auditAnnotations: { key: 'value', '!': 'x' } })),
  validated('denied deletion', deny({ message: 'stays' }), [
    { method: 'DELETE', path: `${configMaps}/kept` },
    { method: 'DELETE', path: configMaps },
    { method: 'GET', path: `${configMaps}/kept` },
  ]),
  mutated('patched', patches(add('/data/m', 'x')), [
    post,
    { method: 'GET', path: one },
    { method: 'PUT', path: `${one}?${manager}`, body: configMap('a', { a: '2' }) },
    { ...post, path: `${configMaps}?dryRun=All`, body: configMap('b') },
  ]),
  mutated('patched to an object that is refused', patches(add('/metadata/labels', { a: 'b c' }))),
  mutated('patched with a field nobody knows', patches(add('/nothing', 'x'))),
  mutated('patched with a wrong type', patches(add('/data/n', { a: 'b' }))),
  mutated('patched to another name', patches(add('/metadata/name', 'z')), [
    post,
    { method: 'GET', path: `${configMaps}/z` },
  ]),
  mutated('patched with nothing', patches()),
  mutated('patched where nothing is', patches({ op: 'remove', path: '/data/z' })),
  mutated('patched behind a test that fails', patches({ op: 'test', path: '/data/a', value: '7' })),
  mutated('a patch that is not JSON', allow({ patchType: 'JSONPatch', patch: base64('{') })),
  mutated('a patch that is no list', allow({ patchType: 'JSONPatch', patch: base64('{}') })),
  mutated('a patch that is not base64', allow({ patchType: 'JSONPatch', patch: '!' })),
  mutated('a patch without its type', allow({ patch: base64('[]') })),
  mutated('a type without its patch', allow({ patchType: 'JSONPatch' })),
  mutated('an empty type', allow({ patchType: '', patch: base64('[]') })),
  mutated('a patch of another type', allow({ patchType: 'Merge', patch: base64('[{}]') })),
  mutated(
    'denied by a mutating hook',
    deny({ message: 'no' }, { patchType: 'JSONPatch', patch: base64('[]') }),
  ),
  mutated('a deletion that is patched', patches(add('/data/m', 'x')), [
    { method: 'DELETE', path: `${configMaps}/kept` },
  ]),
  validated('a validating hook that patches', patches(add('/data/m', 'x'))),
  validated('a validating hook with a patch type', allow({ patchType: 'JSONPatch' })),
  {
    title: 'a generated name',
    hooks: [
      { type: 'mutating', name: 'm', fields: { rules: creates }, reply: allow() },
      { type: 'validating', name: 'v', fields: { rules: creates }, reply: deny({ message: 'no' }) },
    ],
    steps: [
      { ...post, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'gen-aaaaa' } } },
    ],
  },
  {
    title: 'a hook is asked before the object is found to be there',
    hooks: [{ type: 'validating', name: 'v', fields: { rules: creates }, reply: deny({ message: 'no' }) }],
    steps: [{ ...post, body: configMap('kept') }],
  },
];

const kept = [configMaps, configMap('kept', { k: 'v' })] as const;

/** What hooks say, and what the client hears of it. */
export const answerCases: readonly WebhookCase[] = cases.map((each) => ({ before: [kept], ...each }));
