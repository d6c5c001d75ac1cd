import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { ClusterFacts } from './cluster-facts.ts';
import type { Deployment, Memory, OperandRefusals } from './inputs.ts';
import { parseClusterFacts } from './parse-cluster-facts.ts';
import { parseSmbios } from './parse-smbios.ts';
import { nodeFacts, standardDeployment, standardInputs } from './standard-cluster.ts';

function parsedOf(document: JsonObject) {
  const parsed = parseClusterFacts(document);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
  return parsed;
}

const noRefusals: OperandRefusals = { update: {}, delete: {} };
const standard = { inputs: standardInputs, operandRefusals: noRefusals };

describe('a cluster file', () => {
  it('that says nothing is the standard cluster', () => {
    expect(parsedOf({})).toMatchObject(standard);
    const nulls = [
      'openshift',
      'operatorNamespace',
      'baseDomain',
      'clusterNetworks',
      'nad',
      'networks',
      'storageClasses',
      'nodes',
      'apiServerTLSProfile',
      'dataImportSchedule',
      'env',
      'updateErrors',
      'deleteErrors',
    ];
    expect(parsedOf(Object.fromEntries(nulls.map((name) => [name, null])))).toMatchObject(standard);
  });

  it.each<[string, JsonObject, Partial<ClusterFacts & Deployment & Memory>]>([
    ['the platform', { openshift: true }, { platform: 'openshift' }],
    ['no platform of its own', { openshift: false }, { platform: 'kubernetes' }],
    ['a namespace', { operatorNamespace: 'cnv' }, { operatorNamespace: 'cnv' }],
    ['a domain', { baseDomain: 'apps.test' }, { baseDomain: 'apps.test' }],
    ['no domain', { baseDomain: '' }, { baseDomain: undefined }],
    ['networks', { clusterNetworks: ['10.0.0.0/8'] }, { clusterNetworks: ['10.0.0.0/8'] }],
    ['storage classes', { storageClasses: ['a'] }, { storageClasses: ['a'] }],
    ['networks', { networks: ['a/b'] }, { networks: ['a/b'] }],
    ['no NetworkAttachmentDefinitions', { nad: false }, { networkAttachmentDefinitions: false }],
    ['NetworkAttachmentDefinitions', { nad: true }, { networkAttachmentDefinitions: true }],
    ['no nodes', { nodes: [] }, { nodes: [] }],
    ['a TLS profile', { apiServerTLSProfile: { type: 'Old' } }, { apiServerTlsProfile: { type: 'Old' } }],
    ['a schedule', { dataImportSchedule: '1 2/12 * * *' }, { dataImportSchedule: '1 2/12 * * *' }],
  ])('tells of %s', (_, document, expected) => {
    const { facts, deployment, memory } = parsedOf(document).inputs;
    const standard = standardInputs;
    expect({ ...facts, ...deployment, ...memory }).toEqual({
      ...standard.facts,
      ...standard.deployment,
      ...standard.memory,
      ...expected,
    });
  });

  it.each<[string, JsonObject, OperandRefusals]>([
    ['refusals of updates', { updateErrors: { CDI: 'no' } }, { update: { CDI: 'no' }, delete: {} }],
    ['refusals of deletions', { deleteErrors: { CDI: 'no' } }, { update: {}, delete: { CDI: 'no' } }],
    [
      'no refusals of operands that are missing',
      { missingOperands: ['SSP'], updateErrors: { SSP: 'no', CDI: 'no' }, deleteErrors: { SSP: 'no' } },
      { update: { CDI: 'no' }, delete: {} },
    ],
  ])('tells of %s', (_, document, expected) => {
    expect(parsedOf(document)).toMatchObject({ inputs: standardInputs, operandRefusals: expected });
  });

  it('tells of nodes: roles and architecture become labels, and labels of their own win', () => {
    const nodes = [
      {
        name: 'a',
        roles: ['worker', 'control-plane'],
        arch: 'arm64',
        labels: { zone: 'z', 'kubernetes.io/arch': 'other' },
      },
      { name: 'b' },
      {},
    ];
    expect(parsedOf({ nodes }).inputs.facts.nodes).toEqual([
      {
        name: 'a',
        architecture: 'arm64',
        labels: {
          'kubernetes.io/hostname': 'a',
          'kubernetes.io/arch': 'other',
          'node-role.kubernetes.io/worker': '',
          'node-role.kubernetes.io/control-plane': '',
          zone: 'z',
        },
      },
      nodeFacts('b', undefined, []),
      nodeFacts('nodes[2]', undefined, []),
    ]);
    expect(nodeFacts('b', undefined, []).labels).toEqual({ 'kubernetes.io/hostname': 'b' });
  });

  it.each<[string, JsonValue, string, string]>([
    ['no object', [], '', 'must be an object that describes a cluster'],
    ['text', 'x', '', 'must be an object that describes a cluster'],
    ['a platform that is text', { openshift: 'true' }, 'openshift', 'must be true or false'],
    ['a namespace that is a number', { operatorNamespace: 5 }, 'operatorNamespace', 'must be text'],
    ['a domain that is a list', { baseDomain: [] }, 'baseDomain', 'must be text'],
    ['networks that are text', { clusterNetworks: 'x' }, 'clusterNetworks', 'must be a list'],
    ['a network that is a number', { clusterNetworks: ['x', 5] }, 'clusterNetworks[1]', 'must be text'],
    ['nad that is text', { nad: 'no' }, 'nad', 'must be true or false'],
    ['nodes that are an object', { nodes: {} }, 'nodes', 'must be a list'],
    ['a node that is text', { nodes: ['x'] }, 'nodes[0]', 'must be an object'],
    ['a name that is a number', { nodes: [{}, { name: 5 }] }, 'nodes[1].name', 'must be text'],
    ['roles that are text', { nodes: [{ roles: 'worker' }] }, 'nodes[0].roles', 'must be a list'],
    ['a role that is a number', { nodes: [{ roles: [5] }] }, 'nodes[0].roles[0]', 'must be text'],
    ['an architecture that is a number', { nodes: [{ arch: 64 }] }, 'nodes[0].arch', 'must be text'],
    ['labels that are a list', { nodes: [{ labels: [] }] }, 'nodes[0].labels', 'must be an object'],
    ['a label that is a number', { nodes: [{ labels: { a: 5 } }] }, 'nodes[0].labels.a', 'must be text'],
    ['a profile that is text', { apiServerTLSProfile: 'Old' }, 'apiServerTLSProfile', 'must be an object'],
    ['a schedule that is a number', { dataImportSchedule: 5 }, 'dataImportSchedule', 'must be text'],
    ['parameters that are a list', { env: [] }, 'env', 'must be an object'],
    ['a parameter that is a number', { env: { KVM_EMULATION: 5 } }, 'env.KVM_EMULATION', 'must be text'],
    ['refusals that are text', { updateErrors: 'x' }, 'updateErrors', 'must be an object'],
    ['a refusal that is a number', { deleteErrors: { CDI: 5 } }, 'deleteErrors.CDI', 'must be text'],
    ['SMBIOS that is no YAML', { env: { SMBIOS: ': [' } }, 'env.SMBIOS', 'must be YAML text of an object'],
    ['SMBIOS with a number', { env: { SMBIOS: 'family: 5' } }, 'env.SMBIOS', 'must have text at family'],
  ])('with %s is refused', (_, document, field, message) => {
    expect(parseClusterFacts(document)).toMatchObject({ ok: false, errors: [{ field, message }] });
  });

  it('names every mistake', () => {
    const parsed = parseClusterFacts({ openshift: 1, nodes: [{ name: 1, arch: 2 }], env: { SMBIOS: 3 } });
    expect(parsed.ok ? [] : parsed.errors.map(({ field, value }) => [field, value])).toEqual([
      ['openshift', 1],
      ['nodes[0].name', 1],
      ['nodes[0].arch', 2],
      ['env.SMBIOS', 3],
    ]);
  });

  it('takes null in a list or in a map for the empty text, as Kubernetes does, and a node that is null for one without a name', () => {
    const { inputs, operandRefusals } = parsedOf({
      clusterNetworks: [null],
      updateErrors: { CDI: null },
      nodes: [null, { name: 'a', labels: { zone: null } }],
    });
    expect(inputs.facts.clusterNetworks).toEqual(['']);
    expect(operandRefusals.update).toEqual({ CDI: '' });
    expect(inputs.facts.nodes).toEqual([
      nodeFacts('nodes[0]', undefined, []),
      { name: 'a', architecture: undefined, labels: { 'kubernetes.io/hostname': 'a', zone: '' } },
    ]);
  });

  const clusterKeys = [
    'apiServerTLSProfile',
    'baseDomain',
    'clusterNetworks',
    'dataImportSchedule',
    'deleteErrors',
    'env',
    'managedByOLM',
    'missingOperands',
    'nad',
    'networks',
    'nodes',
    'openshift',
    'operandConditions',
    'operandVersions',
    'operatorNamespace',
    'storageClasses',
    'updateErrors',
  ];

  it('tells the keys that there are with each that nothing reads, and finds nothing to say of those', () => {
    const nodeKeys = ['arch', 'labels', 'name', 'roles'];
    const nothing = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
    const known = parseClusterFacts({ ...nothing(clusterKeys), nodes: [null, nothing(nodeKeys)] });
    expect(known).toMatchObject({ ok: true, unknownFields: [] });
    expect(parseClusterFacts({ nope: 1, nodes: [{}, { nope: 2 }] })).toMatchObject({
      ok: true,
      unknownFields: [
        { path: ['nope'], known: clusterKeys },
        { path: ['nodes', 1, 'nope'], known: nodeKeys },
      ],
    });
  });

  it('names keys that nothing reads, but not those of recorded clusters', () => {
    const known = [
      'managedByOLM',
      'operandConditions',
      'operandVersions',
      'controlPlaneArchitectures',
      'workloadArchitectures',
    ];
    const parsed = parseClusterFacts({
      ...Object.fromEntries(known.map((name) => [name, {}])),
      missingOperands: [],
      nope: 1,
      nodes: [{ name: 'a', architecture: 'arm64' }],
    });
    expect(parsed.ok && parsed.unknownFields.map(({ path }) => path)).toEqual([
      ['nope'],
      ['nodes', 0, 'architecture'],
    ]);
  });
});

describe('parameters of the deployment', () => {
  const of = (env: JsonObject) => parsedOf({ env }).inputs.deployment;

  it.each<[string, JsonObject, Partial<Deployment>]>([
    ['none', {}, {}],
    ['a version', { HCO_KV_IO_VERSION: '2.0.0' }, { version: '2.0.0' }],
    ['no version', { HCO_KV_IO_VERSION: null }, { version: standardDeployment.version }],
    ['emulation', { KVM_EMULATION: 'true' }, { kvmEmulation: true }],
    ['emulation with blanks', { KVM_EMULATION: ' true ' }, { kvmEmulation: true }],
    ['no emulation', { KVM_EMULATION: 'false' }, { kvmEmulation: false }],
    ['emulation in another case', { KVM_EMULATION: 'True' }, { kvmEmulation: false }],
    ['no SMBIOS', { SMBIOS: '' }, { smbios: undefined }],
    [
      'SMBIOS',
      { SMBIOS: 'sku: s\nversion: v\nextra: x\nproduct: null' },
      { smbios: { sku: 's', version: 'v' } },
    ],
    [
      'machine types',
      { AMD64_MACHINETYPE: 'a', ARM64_MACHINETYPE: 'b' },
      { machineTypes: { amd64: 'a', arm64: 'b' } },
    ],
    [
      'no machine type for arm64',
      { ARM64_MACHINETYPE: null },
      { machineTypes: { amd64: 'q35', arm64: undefined } },
    ],
    [
      'images',
      { PASST_CNI_IMAGE: 'a', PASST_SIDECAR_IMAGE: 'b', WASP_AGENT_IMAGE: 'c' },
      { images: { passtCni: 'a', passtSidecar: 'b', waspAgent: 'c' } },
    ],
    ['an image of blanks', { WASP_AGENT_IMAGE: ' ' }, {}],
  ])('%s', (_, env, expected) => {
    expect(of(env)).toEqual({ ...standardInputs.deployment, ...expected });
  });

  it.each(['5', '[]', 'null', 'text', '&a [*a]', 'a: &x [1]\nb: [*x]'])('SMBIOS %j is none', (text) => {
    expect(parseSmbios(text)).toEqual({ ok: false, message: 'must be YAML text of an object' });
  });

  it.each(['family', 'manufacturer', 'product', 'sku', 'version'])(
    'SMBIOS has a member %s, which is text',
    (name) => {
      expect(parseSmbios(`${name}: "1"`)).toEqual({ ok: true, smbios: { [name]: '1' } });
      expect(parseSmbios(`${name}: 1`)).toEqual({ ok: false, message: `must have text at ${name}` });
      expect(parseSmbios(`${name}: null`)).toEqual({ ok: true, smbios: {} });
    },
  );
});
