import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { type Given, refusalsOf, verdictOf, warningsOf } from './admission.test-support.ts';
import { parseFieldPath } from './framework/field-path.ts';
import type { FieldFinding, Reason } from './framework/setting.ts';

type Case = readonly [title: string, given: Given, at: string, reason: Reason, says: string | RegExp];

const spec = (written: JsonObject): Given => ({ spec: written });
const certificates = (certConfig: JsonObject): Given => spec({ certConfig });
const profile = (type: string, custom?: JsonObject): Given =>
  spec({ tlsSecurityProfile: { type, ...(custom === undefined ? {} : { custom }) } });
const limits = 'hco.kubevirt.io/tuningPolicy';
const tuned = (tuningPolicy: string, text?: string): Given => ({
  spec: { tuningPolicy },
  ...(text === undefined ? {} : { annotations: { [limits]: text } }),
});
const requiring = (...matchExpressions: JsonObject[]): JsonObject => ({
  nodePlacement: {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] },
      },
    },
  },
});
const importing = (url: string, more: JsonObject = {}): JsonObject => ({
  spec: { source: { registry: { url, ...more } } },
});
const image = (name: string, more: JsonObject = {}, annotations?: JsonObject): JsonObject => ({
  metadata: { name, ...(annotations === undefined ? {} : { annotations }) },
  spec: { schedule: '0 0 * * *', managedDataSource: name, template: importing('docker://r.test/x'), ...more },
});
const images = (...dataImportCronTemplates: JsonObject[]): Given => spec({ dataImportCronTemplates });
const enable = 'dataimportcrontemplate.kubevirt.io/enable';
const architectures = 'ssp.kubevirt.io/dict.architectures';
const badTerm = 'nodePlacement.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution';
const gpus = (mediatedDevicesConfiguration: JsonObject): Given => spec({ mediatedDevicesConfiguration });
const devices = 'spec.mediatedDevicesConfiguration';
const tooLong = '99999999999h';
const address = (kubeSecondaryDNSNameServerIP: string): Given => spec({ kubeSecondaryDNSNameServerIP });

const certificateRefusals: readonly Case[] = [
  ...(['ca', 'server'] as const).flatMap((who): readonly Case[] =>
    (['duration', 'renewBefore'] as const).flatMap((leaf): readonly Case[] => [
      [
        `${who}.${leaf} of less than ten minutes`,
        certificates({ [who]: { [leaf]: '9m59.999999999s' } }),
        `spec.certConfig.${who}.${leaf}`,
        'TooSmall',
        'is less than 10m',
      ],
      [
        `${who}.${leaf} below zero`,
        certificates({ [who]: { [leaf]: '-24h' } }),
        `spec.certConfig.${who}.${leaf}`,
        'TooSmall',
        'is less than 10m',
      ],
      [
        `${who}.${leaf} of more than a duration holds`,
        certificates({ [who]: { [leaf]: tooLong } }),
        `spec.certConfig.${who}.${leaf}`,
        'Invalid',
        'about 292 years',
      ],
    ]),
  ),
  [
    'an authority that is replaced before it is made',
    certificates({ ca: { duration: '48h', renewBefore: '48h0m1s' } }),
    'spec.certConfig.ca',
    'Conflict',
    'duration (48h) is less than renewBefore (48h0m1s)',
  ],
  [
    'a server certificate that is replaced before it is made',
    certificates({ server: { duration: '24h', renewBefore: '24h0m1s' } }),
    'spec.certConfig.server',
    'Conflict',
    'duration (24h) is less than renewBefore (24h0m1s)',
  ],
  [
    'a server certificate that outlives its authority',
    certificates({ ca: { duration: '24h', renewBefore: '1h' }, server: { duration: '24h0m1s' } }),
    'spec.certConfig',
    'Conflict',
    'ca.duration (24h) is less than server.duration (24h0m1s)',
  ],
  [
    'an authority shorter than the default time before its end',
    certificates({ ca: { duration: '23h' }, server: { duration: '22h' } }),
    'spec.certConfig.ca',
    'Conflict',
    'duration (23h) is less than renewBefore (24h0m0s)',
  ],
];

const tlsRefusals: readonly Case[] = [
  [
    'Custom without the member',
    profile('Custom'),
    'spec.tlsSecurityProfile',
    'Missing',
    'has type Custom and no member custom',
  ],
  [
    'custom without a version',
    profile('Custom', { ciphers: ['ECDHE-RSA-AES128-GCM-SHA256'] }),
    'spec.tlsSecurityProfile.custom.minTLSVersion',
    'Missing',
    'names the oldest version',
  ],
  [
    'ciphers with TLS 1.3',
    profile('Custom', { minTLSVersion: 'VersionTLS13', ciphers: ['TLS_AES_128_GCM_SHA256'] }),
    'spec.tlsSecurityProfile',
    'Conflict',
    'chooses ciphers',
  ],
  ...['VersionTLS10', 'VersionTLS11', 'VersionTLS12'].flatMap((minTLSVersion): readonly Case[] => [
    [
      `${minTLSVersion} without ciphers`,
      profile('Custom', { minTLSVersion }),
      'spec.tlsSecurityProfile',
      'Invalid',
      'lacks a cipher that HTTP/2 requires',
    ],
    [
      `${minTLSVersion} without a cipher that HTTP/2 requires`,
      profile('Custom', {
        minTLSVersion,
        ciphers: ['ECDHE-RSA-AES256-GCM-SHA384', 'AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA256'],
      }),
      'spec.tlsSecurityProfile',
      'Invalid',
      'one of ECDHE-RSA-AES128-GCM-SHA256, ECDHE-ECDSA-AES128-GCM-SHA256',
    ],
  ]),
  [
    'a stanza custom that another type does not read, but KubeVirt does',
    profile('Modern', { minTLSVersion: 'VersionTLS12' }),
    'spec.tlsSecurityProfile',
    'Invalid',
    'lacks a cipher that HTTP/2 requires',
  ],
];

const tuningRefusals: readonly Case[] = [
  [
    'highBurst with limits of its own',
    tuned('highBurst', '{"qps":1,"burst":1}'),
    'spec.tuningPolicy',
    'Conflict',
    limits,
  ],
  [
    'highBurst with an annotation that says nothing',
    tuned('highBurst', ''),
    'spec.tuningPolicy',
    'Conflict',
    limits,
  ],
  [
    'annotation without the annotation',
    tuned('annotation'),
    'spec.tuningPolicy',
    'Missing',
    'which is missing',
  ],
  ...(
    [
      ['', 'is not a JSON object'],
      ['5', 'is not a JSON object'],
      ['[1,2]', 'is not a JSON object'],
      ['null', 'is not a JSON object'],
      ['{"qps":1', 'is not a JSON object'],
      ['{"burst":1}', 'member qps'],
      ['{"qps":0,"burst":1}', 'member qps'],
      ['{"qps":-1,"burst":1}', 'member qps'],
      ['{"qps":"1","burst":1}', 'member qps'],
      ['{"qps":1e400,"burst":1}', 'member qps'],
      ['{"qps":1}', 'member burst'],
      ['{"qps":1,"burst":0}', 'member burst'],
      ['{"qps":1,"burst":-1}', 'member burst'],
      ['{"qps":1,"burst":1.5}', 'member burst'],
      ['{"qps":1,"burst":"1"}', 'member burst'],
      ['{"qps":1,"burst":9007199254740992}', 'member burst'],
    ] as const
  ).map(
    ([text, says]): Case => [
      `limits ${text}`,
      tuned('annotation', text),
      `metadata.annotations["${limits}"]`,
      'Invalid',
      says,
    ],
  ),
];

const placementRefusals: readonly Case[] = ['infra', 'workloads'].flatMap((who): readonly Case[] => [
  [
    `${who} with an operator that does not exist`,
    spec({ [who]: requiring({ key: 'a', operator: 'Near', values: ['b'] }) }),
    `spec.${who}.${badTerm}.nodeSelectorTerms[0].matchExpressions[0].operator`,
    'Invalid',
    'is none of In, NotIn, Exists, DoesNotExist, Gt, Lt',
  ],
  [
    `${who} with In and no values`,
    spec({ [who]: requiring({ key: 'a', operator: 'Exists' }, { key: 'a', operator: 'In' }) }),
    `spec.${who}.${badTerm}.nodeSelectorTerms[0].matchExpressions[1].values`,
    'Invalid',
    '',
  ],
]);

const imageRefusals: readonly Case[] = [
  ...['yes', '', 'true '].map(
    (text): Case => [
      `a switch that says ${JSON.stringify(text)}`,
      images(image('a'), image('b', {}, { [enable]: text })),
      `spec.dataImportCronTemplates[1].metadata.annotations["${enable}"]`,
      'Invalid',
      'is neither "true" nor "false"',
    ],
  ),
  [
    'no spec, not switched off',
    images({ metadata: { name: 'a' } }),
    'spec.dataImportCronTemplates[0].spec',
    'Missing',
    'is missing, though the image is not switched off',
  ],
  [
    'no spec, switched on',
    images({ metadata: { name: 'a', annotations: { [enable]: 'true' } } }),
    'spec.dataImportCronTemplates[0].spec',
    'Missing',
    'is missing, though the image is not switched off',
  ],
  [
    'a name that is there already',
    images(image('a'), image('b'), image('c'), image('b')),
    'spec.dataImportCronTemplates',
    'Duplicate',
    'has two entries of the same name',
  ],
  [
    'a name that is there a third time',
    images(image('a'), image('a'), image('a')),
    'spec.dataImportCronTemplates',
    'Duplicate',
    'has two entries of the same name',
  ],
  [
    'a custom image without a schedule',
    images(image('a', { schedule: undefined })),
    'spec.dataImportCronTemplates[0].spec.schedule',
    'Missing',
    'is missing',
  ],
];

const deviceRefusals: readonly Case[] = [
  [
    'two spellings that differ',
    gpus({ mediatedDeviceTypes: ['a', 'b'], mediatedDevicesTypes: ['a'] }),
    devices,
    'Conflict',
    'mediatedDeviceTypes (a, b) and its former spelling mediatedDevicesTypes (a) differ',
  ],
  [
    'two spellings in another order',
    gpus({ mediatedDeviceTypes: ['a', 'b'], mediatedDevicesTypes: ['b', 'a'] }),
    devices,
    'Conflict',
    'differ',
  ],
  [
    'two spellings that differ for one node',
    gpus({
      mediatedDeviceTypes: ['a'],
      nodeMediatedDeviceTypes: [
        { nodeSelector: {}, mediatedDeviceTypes: ['a'] },
        { nodeSelector: {}, mediatedDeviceTypes: ['a'], mediatedDevicesTypes: ['b'] },
      ],
    }),
    `${devices}.nodeMediatedDeviceTypes[1]`,
    'Conflict',
    'differ',
  ],
  [
    'two spellings that differ by where a comma stands',
    gpus({ mediatedDeviceTypes: ['a,b'], mediatedDevicesTypes: ['a', 'b'] }),
    devices,
    'Conflict',
    'differ',
  ],
  ['no types', gpus({}), devices, 'Missing', 'mediatedDevicesConfiguration has no type'],
  [
    'only empty lists of types',
    gpus({ mediatedDeviceTypes: [], mediatedDevicesTypes: [] }),
    devices,
    'Missing',
    'mediatedDevicesConfiguration has no type',
  ],
  [
    'no types for one node',
    gpus({ mediatedDeviceTypes: ['a'], nodeMediatedDeviceTypes: [{ nodeSelector: {} }] }),
    `${devices}.nodeMediatedDeviceTypes[0]`,
    'Missing',
    'an entry of nodeMediatedDeviceTypes has no type',
  ],
];

const otherRefusals: readonly Case[] = [
  [
    'batches further apart than a duration holds',
    spec({ workloadUpdateStrategy: { batchEvictionInterval: tooLong } }),
    'spec.workloadUpdateStrategy.batchEvictionInterval',
    'Invalid',
    'about 292 years',
  ],
  ...['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4.', 'fe80::1', ' 1.2.3.4', 'a', '1.2.3.256'].map(
    (text): Case => [
      `the address ${JSON.stringify(text)}`,
      address(text),
      'spec.kubeSecondaryDNSNameServerIP',
      'Invalid',
      'is not an IPv4 address',
    ],
  ),
  [
    'another namespace than the operator lives in',
    { ...spec({ defaultCPUModel: 'x' }), metadata: { namespace: 'elsewhere' } },
    'metadata.namespace',
    'Forbidden',
    "is not the operator's namespace, kubevirt-hyperconverged",
  ],
  [
    'no name',
    { ...spec({ defaultCPUModel: 'x' }), metadata: { name: undefined } },
    'metadata.name',
    'Missing',
    'is missing',
  ],
  ['another name', { metadata: { name: 'mine' } }, 'metadata.name', 'Invalid', 'none of the values'],
];

const root = 'spec.dataImportCronTemplates[0].spec.template.spec.source';
const sourced = (source: JsonObject): Given => images(image('a', { template: { spec: { source } } }));
const gt = { matchExpressions: [{ key: 'a', operator: 'gt', values: ['1'] }] };

const hopelessRefusals: readonly Case[] = [
  ...[
    'foo',
    '',
    'http://r.test/x',
    'docker:r.test/x',
    'docker://',
    'docker://fedora:latest',
    'docker://a b/x',
  ].map(
    (url): Case => [
      `the URL ${JSON.stringify(url)}`,
      sourced({ registry: { url } }),
      `${root}.registry.url`,
      'Invalid',
      /does not begin with docker|names no image|where a port belongs|white space/,
    ],
  ),
  [
    'an import that CDI does not repeat',
    sourced({ http: { url: 'https://r.test/disk.img' } }),
    `${root}.http`,
    'Invalid',
    'CDI takes a registry or a pvc',
  ],
  ['a registry and nothing in it', sourced({ registry: {} }), `${root}.registry`, 'Missing', 'neither url'],
  ...(
    [
      [{ registry: true }, '.registry', 'is not an object'],
      [{ pvc: 'a' }, '.pvc', 'is not an object'],
      [{ registry: { url: 7 } }, '.registry.url', 'is not text'],
      [{ registry: { url: 'docker://x/y', secretRef: {} } }, '.registry.secretRef', 'is not text'],
      [{ pvc: { name: 7, namespace: 'b' } }, '.pvc.name', 'is not text'],
    ] as const
  ).map(
    ([source, leaf, says]): Case => [
      `the source ${JSON.stringify(source)}`,
      sourced(source),
      `${root}${leaf}`,
      'Invalid',
      says,
    ],
  ),
  [
    'a claim without a namespace',
    sourced({ pvc: { name: 'a' } }),
    `${root}.pvc.namespace`,
    'Missing',
    'is missing, so CDI refuses it',
  ],
  [
    'a stream and a URL',
    sourced({ registry: { url: 'docker://x/y', imageStream: 's', pullMethod: 'node' } }),
    `${root}.registry`,
    'Conflict',
    'has both',
  ],
  [
    'a stream that no node reads',
    sourced({ registry: { imageStream: 's' } }),
    `${root}.registry.imageStream`,
    'Invalid',
    'without pullMethod: node',
  ],
  [
    'another way to pull',
    sourced({ registry: { url: 'docker://x/y', pullMethod: 'push' } }),
    `${root}.registry.pullMethod`,
    'Invalid',
    'neither pod nor node',
  ],
  [
    'a label that is none',
    images({ ...image('a'), metadata: { name: 'a', labels: { 'not a key': 'x' } } }),
    'spec.dataImportCronTemplates[0].metadata.labels["not a key"]',
    'Invalid',
    'has a key that no label can have: name part must consist of',
  ],
  [
    'templates in a namespace that is none',
    spec({ commonTemplatesNamespace: 'a/b' }),
    'spec.commonTemplatesNamespace',
    'Invalid',
    'RFC 1123',
  ],
  ...(
    [
      ['ksmConfiguration', { nodeLabelSelector: gt }, 'nodeLabelSelector'],
      ['applicationAwareConfig', { namespaceSelector: gt }, 'namespaceSelector'],
      [
        'resourceRequirements',
        { autoCPULimitNamespaceLabelSelector: gt },
        'autoCPULimitNamespaceLabelSelector',
      ],
    ] as const
  ).map(
    ([name, value, leaf]): Case => [
      `an operator that no label selector has, in ${name}`,
      spec({ [name]: value }),
      `spec.${name}.${leaf}.matchExpressions[0].operator`,
      'Invalid',
      'not a valid selector operator',
    ],
  ),
];

const refused: readonly Case[] = [
  ...hopelessRefusals,
  ...certificateRefusals,
  ...tlsRefusals,
  ...tuningRefusals,
  ...placementRefusals,
  ...imageRefusals,
  ...deviceRefusals,
  ...otherRefusals,
];

function finding(findings: readonly FieldFinding[], at: string, reason: Reason): FieldFinding | undefined {
  return findings.find((one) => one.at === at && one.reason === reason);
}

describe('admission refuses', () => {
  it.each(refused)('%s, at create and at update', (...[, given, at, reason, says]: Case) => {
    const verdicts = [verdictOf(given), verdictOf(given, 'update', {})];
    for (const verdict of verdicts) {
      expect(verdict.allowed).toBe(false);
      const found = finding(refusalsOf(verdict), at, reason);
      expect(found?.message, JSON.stringify(verdict.findings)).toMatch(says);
      expect(found?.fix).toMatch(/^(?:add|allow|annotate|give|make|remove|see|separate|write) /);
      // the value as such or, in the API server's own words, in the message
      const written = valueAt({ spec: given.spec ?? {} }, ...parseFieldPath(at));
      if (typeof written === 'string' && !found?.message.includes(JSON.stringify(written)))
        expect(found?.value).toBe(written);
    }
  });

  it('once for the same mistake, however it is found', () => {
    const twice = verdictOf(images(image('a'), image('a')));
    expect(refusalsOf(twice)).toHaveLength(1);
  });

  it('every mistake, with the one first that counts most', () => {
    const { findings } = verdictOf({
      metadata: { namespace: 'elsewhere' },
      annotations: { 'kubevirt.kubevirt.io/jsonpatch': 'no JSON' },
      spec: {
        infra: requiring({ key: 'a', operator: 'Near' }),
        workloads: requiring({ key: 'a', operator: 'Near' }),
        mediatedDevicesConfiguration: { mediatedDeviceTypes: ['a'], mediatedDevicesTypes: ['b'] },
        tlsSecurityProfile: { type: 'Custom' },
        dataImportCronTemplates: [image('a'), image('a')],
        certConfig: { ca: { duration: '1m' } },
        kubeSecondaryDNSNameServerIP: 'a',
      },
    });
    const starts = findings.map(({ at }) => at.replace(/^(spec\.\w+|metadata\.\w+).*$/, '$1'));
    expect([...new Set(starts)]).toEqual([
      'spec.certConfig',
      'metadata.namespace',
      'spec.dataImportCronTemplates',
      'spec.tlsSecurityProfile',
      'spec.mediatedDevicesConfiguration',
      'spec.workloads',
      'spec.infra',
      'spec.kubeSecondaryDNSNameServerIP',
      'metadata.annotations',
    ]);
  });
});

const wrong = spec({ kubeSecondaryDNSNameServerIP: 'a' });
const nameless = { metadata: { name: 'x' }, spec: {} };

describe('what is stored already', () => {
  it('stays, wrong as it is, in an update of something else', () => {
    expect(verdictOf({ ...wrong, metadata: { labels: { a: 'b' } } }, 'update', wrong).allowed).toBe(true);
  });

  it('is the same whatever the order of its members', () => {
    const one = { kubeSecondaryDNSNameServerIP: 'a', infra: {}, defaultCPUModel: 'x' };
    const other = { defaultCPUModel: 'x', infra: {}, kubeSecondaryDNSNameServerIP: 'a' };
    expect(verdictOf(spec(one), 'update', spec(other)).allowed).toBe(true);
    expect(
      verdictOf({ ...wrong, annotations: { a: '1', b: '2' } }, 'update', {
        ...wrong,
        annotations: { b: '2', a: '1' },
      }).allowed,
    ).toBe(true);
  });

  it.each<[string, Given]>([
    ['another field of the spec', spec({ kubeSecondaryDNSNameServerIP: 'a', defaultCPUModel: 'x' })],
    ['an annotation', { ...wrong, annotations: { a: 'b' } }],
  ])('is warned of with a change of %s', (_, given) => {
    expect(verdictOf(given, 'update', wrong)).toMatchObject({
      allowed: true,
      findings: [
        {
          level: 'warning',
          at: 'spec.kubeSecondaryDNSNameServerIP',
          message: expect.stringMatching(/, as before$/),
        },
      ],
    });
  });

  it.each<[string, Given, Given]>([
    ['a rule of the definition', wrong, spec({ kubeSecondaryDNSNameServerIP: 'b' })],
    [
      'the schema',
      spec({ evictionStrategy: 'Never' }),
      spec({ evictionStrategy: 'Always', defaultCPUModel: 'x' }),
    ],
    [
      'the policy, whose annotation has changed',
      { ...spec({ tuningPolicy: 'highBurst' }), annotations: { [limits]: '1' } },
      { ...spec({ tuningPolicy: 'highBurst' }), annotations: { [limits]: '2' } },
    ],
    [
      'code, which would say the same of it',
      { annotations: { 'kubevirt.kubevirt.io/jsonpatch': '7' } },
      { annotations: { 'kubevirt.kubevirt.io/jsonpatch': '8' } },
    ],
    [
      'an item of a list that has no keys, and of which another has changed',
      { spec: { dataImportCronTemplates: [nameless, { metadata: { name: 'a' } }] } },
      { spec: { dataImportCronTemplates: [nameless, { metadata: { name: 'b' } }] } },
    ],
  ])('is refused again with a change of what is wrong by %s', (_, before, after) => {
    expect(verdictOf(after, 'update', before).allowed).toBe(false);
  });

  it.each<[string, Given]>([
    ['a rule of the definition', wrong],
    ['the schema', spec({ evictionStrategy: 'Never' })],
    [
      'a value that there is none of, and that others are computed from',
      spec({ tlsSecurityProfile: { type: 'Ancient' } }),
    ],
    ['a type', spec({ evictionStrategy: 7, infra: 'here' })],
    ['the policy', { ...spec({ tuningPolicy: 'highBurst' }), annotations: { [limits]: '1' } }],
    ['code', { annotations: { 'kubevirt.kubevirt.io/jsonpatch': '7' } }],
  ])('of which something is wrong by %s can be edited elsewhere, and is told of', (_, before) => {
    const after = { ...before, spec: { ...before.spec, defaultCPUModel: 'x' } };
    const { allowed, findings } = verdictOf(after, 'update', before);
    const told = findings.filter(({ message }) => message.endsWith(', as before'));
    expect([allowed, told.length > 0]).toEqual([true, true]);
  });

  it('is refused for something else that is wrong now, and only for that', () => {
    const worse = spec({ kubeSecondaryDNSNameServerIP: 'a', filesystemOverhead: { global: '7' } });
    const { allowed, findings } = verdictOf(worse, 'update', wrong);
    expect(allowed).toBe(false);
    expect(findings.filter(({ level }) => level === 'error').map(({ at }) => at)).toEqual([
      'spec.filesystemOverhead.global',
    ]);
  });

  it('may be without members that rules about it look for, whatever else is wrong now', () => {
    const before = { dataImportCronTemplates: [{ spec: {} }] };
    const after = { ...before, higherWorkloadDensity: { memoryOvercommitPercentage: 1 } };
    const verdict = verdictOf(spec(after), 'update', spec(before));
    expect(refusalsOf(verdict).map(({ at }) => at)).toEqual([
      'spec.higherWorkloadDensity.memoryOvercommitPercentage',
    ]);
  });

  it('may be wrong when it is created again', () => {
    expect(verdictOf(wrong, 'create', wrong).allowed).toBe(false);
  });

  it('tells lists in another order apart', () => {
    const order = (...types: string[]) =>
      gpus({ mediatedDeviceTypes: types, mediatedDevicesTypes: ['a', 'b', 'c'] });
    expect(verdictOf(order('a', 'c', 'b'), 'update', order('b', 'a', 'c')).allowed).toBe(false);
  });
});

const placed = (nodePlacement: JsonObject): Given => spec({ infra: { nodePlacement } });
const at = 'spec.infra.nodePlacement';
const preferring = 'affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution';
const podTerm = { topologyKey: 'kubernetes.io/hostname' };
const apart = (term: JsonObject): Given =>
  placed({
    affinity: {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...podTerm, ...term }] },
    },
  });
const antiTerm = `${at}.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0]`;
const tolerating = (toleration: JsonObject): Given => placed({ tolerations: [toleration] });

const placementWarnings: readonly Case[] = [
  [
    'a node label whose key is none',
    placed({ nodeSelector: { 'a b': 'c' } }),
    `${at}.nodeSelector["a b"]`,
    'Invalid',
    'has a key that no label can have',
  ],
  [
    'a node label whose value is none',
    placed({ nodeSelector: { a: 'b c' } }),
    `${at}.nodeSelector.a`,
    'Invalid',
    'is no value',
  ],
  [
    'a preference with an operator in lower case',
    placed({
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'gt', values: ['8'] }] } },
          ],
        },
      },
    }),
    `${at}.${preferring}[0].preference.matchExpressions[0].operator`,
    'Invalid',
    'pods with it are refused',
  ],
  [
    'a preference that weighs too much',
    placed({
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 101, preference: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
          ],
        },
      },
    }),
    `${at}.${preferring}[0].weight`,
    'Invalid',
    'is not from 1 to 100',
  ],
  ['no topology', apart({ topologyKey: '' }), `${antiTerm}.topologyKey`, 'Invalid', 'is empty'],
  [
    'pods by an operator that is none',
    apart({ labelSelector: gt }),
    `${antiTerm}.labelSelector.matchExpressions[0].operator`,
    'Invalid',
    'not a valid selector operator',
  ],
  [
    'pods of no namespace',
    apart({ namespaces: ['A'] }),
    `${antiTerm}.namespaces[0]`,
    'Invalid',
    'no namespace',
  ],
  [
    'a toleration that Equals',
    tolerating({ key: 'a', operator: 'Equals', value: 'b' }),
    `${at}.tolerations[0].operator`,
    'Invalid',
    'neither Equal nor Exists',
  ],
  [
    'a toleration of no effect',
    tolerating({ key: 'a', operator: 'Exists', effect: 'NoScheduling' }),
    `${at}.tolerations[0].effect`,
    'Invalid',
    'no effect of a taint',
  ],
  [
    'a toleration that Exists with a value',
    tolerating({ key: 'a', operator: 'Exists', value: 'b' }),
    `${at}.tolerations[0].value`,
    'Invalid',
    'does not go with operator Exists',
  ],
  [
    'a toleration without key',
    tolerating({ effect: 'NoSchedule' }),
    `${at}.tolerations[0].key`,
    'Invalid',
    'is empty',
  ],
  [
    'a toleration that ends, of an effect that evicts nobody',
    tolerating({ key: 'a', effect: 'NoSchedule', tolerationSeconds: 1 }),
    `${at}.tolerations[0].tolerationSeconds`,
    'Invalid',
    'NoExecute only',
  ],
];

const storageClasses = ['local', 'nfs'];
const networks = ['kubevirt-hyperconverged/migration'];
const on = (cluster: Given['cluster'], written: JsonObject): Given => ({
  spec: written,
  cluster: cluster ?? {},
});
const migrationNetwork = 'spec.liveMigrationConfig.network';

const clusterWarnings: readonly Case[] = [
  ...(['scratchSpaceStorageClass', 'vmStateStorageClass'] as const).flatMap((name): readonly Case[] => [
    [
      `${name} by no name`,
      spec({ [name]: 'aName' }),
      `spec.${name}`,
      'Invalid',
      'no name that a storage class',
    ],
    [
      `${name} that does not exist`,
      on({ storageClasses }, { [name]: 'ceph' }),
      `spec.${name}`,
      'Invalid',
      'it has local, nfs',
    ],
  ]),
  [
    'overhead of a storage class that does not exist',
    on({ storageClasses: [] }, { filesystemOverhead: { storageClass: { nfs: '0' } } }),
    'spec.filesystemOverhead.storageClass.nfs',
    'Invalid',
    'it has none',
  ],
  [
    'an image on a storage class that does not exist',
    {
      ...images(
        image('a', {
          template: {
            spec: { source: { pvc: { name: 'a', namespace: 'b' } }, storage: { storageClassName: 'x' } },
          },
        }),
      ),
      cluster: { storageClasses },
    },
    'spec.dataImportCronTemplates[0].spec.template.spec.storage.storageClassName',
    'Invalid',
    'is no storage class of this cluster',
  ],
  [
    'a migration network that does not exist',
    on({ networks }, { liveMigrationConfig: { network: 'other' } }),
    migrationNetwork,
    'Invalid',
    'NetworkAttachmentDefinition kubevirt-hyperconverged/other, which does not exist',
  ],
  [
    'a migration network where there are none',
    on({ networkAttachmentDefinitions: false }, { liveMigrationConfig: { network: 'a' } }),
    migrationNetwork,
    'Invalid',
    'does not serve that kind',
  ],
  [
    'a migration network by no name',
    spec({ liveMigrationConfig: { network: 'a/b/c' } }),
    migrationNetwork,
    'Invalid',
    'is no name',
  ],
  [
    'a binding of a network by no name',
    spec({ networkBinding: { b: { networkAttachmentDefinition: 'customNad' } } }),
    'spec.networkBinding.b.networkAttachmentDefinition',
    'Invalid',
    'is no name',
  ],
];

const vague = 'spec.liveMigrationConfig';
const otherWarnings: readonly Case[] = [
  ...(
    [
      ['tektonPipelinesNamespace', 'pipelines are no longer deployed'],
      ['tektonTasksNamespace', 'tasks are no longer deployed'],
      ['vddkInitImage', 'named in the import'],
      ['localStorageClassName', 'chosen per disk'],
    ] as const
  ).map(([name, says]): Case => [name, spec({ [name]: 'a' }), `spec.${name}`, 'Deprecated', says]),
  [
    'a runtime class by no name',
    spec({ defaultRuntimeClass: 'A' }),
    'spec.defaultRuntimeClass',
    'Invalid',
    'no name',
  ],
  [
    'a registry with a scheme',
    spec({ storageImport: { insecureRegistries: ['https://r.test:5000/x'] } }),
    'spec.storageImport.insecureRegistries[0]',
    'Invalid',
    'no host or host:port',
  ],
  [
    'a namespace label that is none',
    spec({ applicationAwareConfig: { namespaceSelector: { matchLabels: { a: 'b c' } } } }),
    'spec.applicationAwareConfig.namespaceSelector.matchLabels',
    'Invalid',
    'a valid label must be',
  ],
  [
    'no migration at a time',
    spec({ liveMigrationConfig: { parallelMigrationsPerCluster: 0 } }),
    `${vague}.parallelMigrationsPerCluster`,
    'Invalid',
    'lets no machine migrate',
  ],
  [
    'less than no time',
    spec({ liveMigrationConfig: { progressTimeout: -1 } }),
    `${vague}.progressTimeout`,
    'Invalid',
    'less than no time',
  ],
  [
    'fewer than no sockets',
    spec({ liveUpdateConfiguration: { maxCpuSockets: -1 } }),
    'spec.liveUpdateConfiguration.maxCpuSockets',
    'Invalid',
    'less than none',
  ],
  [
    'an update by no way there is',
    spec({ workloadUpdateStrategy: { workloadUpdateMethods: ['Restart'] } }),
    'spec.workloadUpdateStrategy.workloadUpdateMethods[0]',
    'Invalid',
    'does not know',
  ],
  [
    'batches of nobody',
    spec({ workloadUpdateStrategy: { batchEvictionSize: 0 } }),
    'spec.workloadUpdateStrategy.batchEvictionSize',
    'Invalid',
    'evicts no machine',
  ],
  [
    'a binding by a word that is none',
    spec({ networkBinding: { b: { domainAttachmentType: 'bridge' } } }),
    'spec.networkBinding.b.domainAttachmentType',
    'Invalid',
    'no word that KubeVirt knows',
  ],
  [
    'a device that is none',
    spec({
      permittedHostDevices: { pciHostDevices: [{ pciDeviceSelector: 'A:1', resourceName: 'r.test/a' }] },
    }),
    'spec.permittedHostDevices.pciHostDevices[0].pciDeviceSelector',
    'Invalid',
    'matches no device',
  ],
  [
    'a USB device that is none',
    spec({
      permittedHostDevices: {
        usbHostDevices: [{ resourceName: 'r.test/u', selectors: [{ vendor: 'x', product: '0001' }] }],
      },
    }),
    'spec.permittedHostDevices.usbHostDevices[0].selectors[0].vendor',
    'Invalid',
    'matches no device',
  ],
  [
    'a device by a name that no node offers',
    spec({ permittedHostDevices: { mediatedDevices: [{ mdevNameSelector: 'm', resourceName: 'plain' }] } }),
    'spec.permittedHostDevices.mediatedDevices[0].resourceName',
    'Invalid',
    'no name of an extended resource',
  ],
  [
    'nodes by a label that is none',
    gpus({
      mediatedDeviceTypes: ['a'],
      nodeMediatedDeviceTypes: [{ nodeSelector: { 'a b': 'c' }, mediatedDeviceTypes: ['a'] }],
    }),
    `${devices}.nodeMediatedDeviceTypes[0].nodeSelector["a b"]`,
    'Invalid',
    'has a key that no label can have',
  ],
  [
    'a cipher that nobody knows',
    profile('Custom', { minTLSVersion: 'VersionTLS12', ciphers: ['ECDHE-RSA-AES128-GCM-SHA256', 'ROT13'] }),
    'spec.tlsSecurityProfile.custom.ciphers[1]',
    'Invalid',
    'is left out',
  ],
  [
    'an image from nowhere',
    images(image('a', { template: { spec: {} } })),
    root,
    'Missing',
    'nothing to import',
  ],
  [
    'a policy that is none',
    images(image('a', { retentionPolicy: 'Sometimes' })),
    'spec.dataImportCronTemplates[0].spec.retentionPolicy',
    'Invalid',
    'CDI refuses the cron',
  ],
  [
    'fewer than no imports',
    images(image('a', { importsToKeep: -1 })),
    'spec.dataImportCronTemplates[0].spec.importsToKeep',
    'Invalid',
    'less than none',
  ],
];

const accepted: readonly (readonly [title: string, given: Given])[] = [
  ['nothing at all', {}],
  ['no annotations, no namespace', { spec: {} }],
  ["the operator's namespace", { metadata: { namespace: 'kubevirt-hyperconverged' } }],
  [
    'ten minutes',
    certificates({
      ca: { duration: '10m0.000000002s', renewBefore: '10m' },
      server: { duration: '10m0.000000001s', renewBefore: '10m' },
    }),
  ],
  ['Custom with TLS 1.3 and no ciphers', profile('Custom', { minTLSVersion: 'VersionTLS13', ciphers: [] })],
  ...['RSA', 'ECDSA'].map((key): readonly [string, Given] => [
    `the cipher for ${key} that HTTP/2 requires`,
    profile('Custom', { minTLSVersion: 'VersionTLS12', ciphers: [`ECDHE-${key}-AES128-GCM-SHA256`] }),
  ]),
  ['a type without its stanza', profile('Old')],
  ['fractions of requests', tuned('annotation', '{"qps":0.1,"burst":1}')],
  ['highBurst', tuned('highBurst')],
  ['limits nobody asks for, whatever they say', { annotations: { [limits]: 'nonsense' } }],
  ['no address', address('')],
  ...[
    'docker://x',
    'docker://x/y:latest',
    'docker://r.test:5000/x@sha256:0',
    'docker://[2001:db8::1]:5000/os/fedora:latest',
    'docker://[2001:db8::1]/os/fedora:latest',
    'oci-archive:/x',
  ].map((url): readonly [string, Given] => [`the URL ${url}`, sourced({ registry: { url } })]),
  ['an image stream', sourced({ registry: { imageStream: 's', pullMethod: 'node' } })],
  [
    'what exists',
    on(
      { storageClasses, networks },
      { vmStateStorageClass: 'nfs', liveMigrationConfig: { network: 'migration' } },
    ),
  ],
  [
    'what nobody looked for',
    spec({ vmStateStorageClass: 'nfs', liveMigrationConfig: { network: 'migration' } }),
  ],
  [
    'tolerations',
    placed({
      tolerations: [{ operator: 'Exists' }, { key: 'a', effect: 'NoExecute', tolerationSeconds: 1 }],
    }),
  ],
  ...['0.0.0.0', '255.255.255.255', '1.22.199.249'].map((text): readonly [string, Given] => [
    `the address ${text}`,
    address(text),
  ]),
  ['an affinity that can be read', spec({ infra: requiring({ key: 'a', operator: 'Exists' }) })],
  ['placement without affinity', spec({ workloads: { nodePlacement: {} }, infra: {} })],
  [
    'switches in any case',
    images(image('a', {}, { [enable]: 'TRUE' }), image('b', {}, { [enable]: 'False' })),
  ],
  [
    'an entry without spec that is switched off',
    images({ metadata: { name: 'a', annotations: { [enable]: 'FALSE' } } }),
  ],
  ['a common image without a schedule', images(image('fedora-image-cron', { schedule: undefined }))],
  ['two spellings that agree', gpus({ mediatedDeviceTypes: ['a'], mediatedDevicesTypes: ['a'] })],
  ['one spelling and an empty other', gpus({ mediatedDeviceTypes: [], mediatedDevicesTypes: ['a'] })],
];

const warned: readonly Case[] = [
  ...placementWarnings,
  ...clusterWarnings,
  ...otherWarnings,
  [
    'an authority that is replaced at once',
    certificates({ ca: { duration: '48h', renewBefore: '48h' } }),
    'spec.certConfig.ca',
    'Conflict',
    'duration (48h) is equal to renewBefore (48h)',
  ],
  [
    'a server certificate that is replaced at once',
    certificates({ server: { duration: '20h', renewBefore: '1200m' } }),
    'spec.certConfig.server',
    'Conflict',
    'duration (20h) is equal to renewBefore (1200m)',
  ],
  [
    'certificates that end with their authority',
    certificates({ ca: { duration: '24h', renewBefore: '1h' } }),
    'spec.certConfig',
    'Conflict',
    'ca.duration (24h) is equal to server.duration (24h0m0s)',
  ],
  [
    'automatic CPU limits with whole CPUs',
    spec({ resourceRequirements: { vmiCPUAllocationRatio: 1, autoCPULimitNamespaceLabelSelector: {} } }),
    'spec.resourceRequirements.autoCPULimitNamespaceLabelSelector',
    'Conflict',
    'more than one CPU per virtual CPU',
  ],
  [
    'an architecture that no node has',
    images(image('a', {}, { [architectures]: 'amd64, i386' })),
    `spec.dataImportCronTemplates[0].metadata.annotations["${architectures}"]`,
    'Invalid',
    'lists "i386"',
  ],
  ...['deployTektonTaskResources', 'enableManagedTenantQuota', 'nonRoot', 'withHostPassthroughCPU'].map(
    (gate): Case => [
      `the gate ${gate}`,
      spec({ featureGates: { [gate]: true } }),
      `spec.featureGates.${gate}`,
      'Deprecated',
      'is deprecated and ignored',
    ],
  ),
  ...(
    [
      ['enableCommonBootImageImport', true],
      ['enableApplicationAwareQuota', false],
      ['deployVmConsoleProxy', false],
    ] as const
  ).flatMap(([name, standard]): readonly Case[] => [
    [
      `the former spelling of ${name} alone`,
      spec({ featureGates: { [name]: !standard } }),
      `spec.featureGates.${name}`,
      'Deprecated',
      `is the former spelling of spec.${name}`,
    ],
    [
      `the former spelling of ${name} beside the default`,
      spec({ [name]: standard, featureGates: { [name]: !standard } }),
      `spec.featureGates.${name}`,
      'Deprecated',
      `which has its default, ${standard}: the former one counts`,
    ],
    [
      `two spellings of ${name} that differ`,
      spec({ [name]: !standard, featureGates: { [name]: standard } }),
      `spec.featureGates.${name}`,
      'Conflict',
      `is ${standard}, but spec.${name} is ${!standard}, which counts`,
    ],
  ]),
];

describe('admission accepts', () => {
  it.each(accepted)('%s, without a word', (_, given) => {
    for (const verdict of [verdictOf(given), verdictOf(given, 'update', {})]) {
      expect(verdict.findings).toEqual([]);
      expect(verdict.allowed).toBe(true);
    }
  });

  it.each(warned)('with a warning: %s', (...[, given, at, reason, says]: Case) => {
    for (const verdict of [verdictOf(given), verdictOf(given, 'update', {})]) {
      expect(verdict.allowed, JSON.stringify(verdict.findings)).toBe(true);
      const warnings = warningsOf(verdict);
      expect(warnings.map(({ at: field }) => field)).toEqual([at]);
      expect(finding(warnings, at, reason)?.message).toMatch(says);
    }
  });

  it.each([
    [
      'two spellings that agree',
      { deployVmConsoleProxy: true, featureGates: { deployVmConsoleProxy: true } },
    ],
    ['a former spelling with the default', { featureGates: { deployVmConsoleProxy: false } }],
    [
      'a former spelling that is null',
      { deployVmConsoleProxy: true, featureGates: { deployVmConsoleProxy: null } },
    ],
    [
      'gates that do nothing',
      { featureGates: { deployKubevirtIpamController: true, primaryUserDefinedNetworkBinding: true } },
    ],
    [
      'limits with a ratio above one',
      { resourceRequirements: { vmiCPUAllocationRatio: 2, autoCPULimitNamespaceLabelSelector: {} } },
    ],
    ['limits with the default ratio', { resourceRequirements: { autoCPULimitNamespaceLabelSelector: {} } }],
    ['a ratio of one without limits', { resourceRequirements: { vmiCPUAllocationRatio: 1 } }],
  ])('without a warning: %s', (_, written) => {
    expect(verdictOf(spec(written)).findings).toEqual([]);
  });
});
