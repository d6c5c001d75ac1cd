import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import {
  causeAt,
  desiredOf,
  type Given,
  renderedAt,
  verdictOf,
  warningsOf,
} from '../../admission.test-support.ts';
import { ianaCiphers, isKnownCipher, tlsProfiles } from './tls-profiles.ts';

const openshift = (apiServerTlsProfile: JsonObject | undefined): Given['cluster'] => ({
  platform: 'openshift',
  apiServerTlsProfile,
});
const cdi = 'CDI.spec.config.tlsSecurityProfile';
const kubevirt = 'KubeVirt.spec.configuration.tlsConfiguration';
const standard = { type: 'Intermediate', intermediate: {} };
const modern = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];
const intermediate = [
  ...modern,
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
];
const old = [
  ...intermediate,
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
];
const required = 'ECDHE-RSA-AES128-GCM-SHA256';

describe("the cluster's TLS profile", () => {
  it.each<[string, JsonObject | undefined, JsonObject]>([
    ['none', undefined, standard],
    ['a type', { type: 'Old' }, { type: 'Old' }],
    ['a type and its stanza', { type: 'Modern', modern: {} }, { type: 'Modern', modern: {} }],
    [
      'every stanza',
      { type: 'Old', old: { a: 1 }, intermediate: { b: 1 }, modern: { c: 1 } },
      { type: 'Old', old: {}, intermediate: {}, modern: {} },
    ],
    [
      'stanzas that are null',
      { type: 'Old', old: null, intermediate: null, modern: null, custom: null },
      { type: 'Old' },
    ],
    ['a type that nobody knows', { type: 'Ancient', old: {} }, standard],
    ['no type', { old: {} }, standard],
    ['a type that is no text', { type: 5 }, standard],
    [
      'ciphers that are known',
      {
        type: 'Custom',
        custom: {
          minTLSVersion: 'VersionTLS11',
          ciphers: [required, 'DHE-RSA-AES128-SHA256', 'DES-CBC3-SHA'],
        },
      },
      {
        type: 'Custom',
        custom: {
          minTLSVersion: 'VersionTLS11',
          ciphers: [required, 'DHE-RSA-AES128-SHA256', 'DES-CBC3-SHA'],
        },
      },
    ],
    [
      'ciphers that nobody knows, which are dropped',
      {
        type: 'Custom',
        custom: {
          minTLSVersion: 'VersionTLS12',
          ciphers: ['NONE', required, 'TLS_RSA_WITH_AES_128_CBC_SHA', 5, '', 'constructor'],
        },
      },
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS12', ciphers: [required] } },
    ],
    [
      'only ciphers that nobody knows',
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS12', ciphers: ['NONE'] } },
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS12' } },
    ],
    [
      'no ciphers',
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS13', ciphers: [] } },
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS13' } },
    ],
    [
      'ciphers that are no list',
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS10', ciphers: required } },
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS10' } },
    ],
    [
      'a version that nobody knows',
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS14', ciphers: [required] } },
      { type: 'Custom', custom: { ciphers: [required] } },
    ],
    [
      'members that nobody knows',
      { type: 'Custom', custom: { ciphers: [required], extra: 1 }, more: {} },
      { type: 'Custom', custom: { ciphers: [required] } },
    ],
    [
      'Custom without the stanza',
      { type: 'Custom' },
      { type: 'Custom', custom: { ...tlsProfiles.Intermediate } },
    ],
    [
      'Custom with null for the stanza',
      { type: 'Custom', custom: null },
      { type: 'Custom', custom: { ...tlsProfiles.Intermediate } },
    ],
    [
      'a stanza custom beside another type',
      { type: 'Old', custom: { ciphers: [required] } },
      { type: 'Old', custom: { ciphers: [required] } },
    ],
  ])('with %s', (_, profile, lands) => {
    const { operands } = desiredOf({ cluster: openshift(profile) });
    for (const target of [cdi, 'NetworkAddonsConfig.spec.tlsSecurityProfile', 'SSP.spec.tlsSecurityProfile'])
      expect(renderedAt(operands, target), target).toEqual(lands);
    expect(causeAt(operands, `${cdi}.type`)).toEqual({
      kind: 'fact',
      fact: "the API server's TLS profile on OpenShift, Intermediate elsewhere",
    });
  });

  it('does not count on Kubernetes', () => {
    const cluster = { apiServerTlsProfile: { type: 'Old', old: {} } };
    expect(renderedAt(desiredOf({ cluster }).operands, cdi)).toEqual(standard);
  });

  it('does not count where a profile is written', () => {
    const spec = { tlsSecurityProfile: { type: 'Modern', modern: {} } };
    const { operands } = desiredOf({ spec, cluster: openshift({ type: 'Old', old: {} }) });
    expect(renderedAt(operands, cdi)).toEqual({ type: 'Modern', modern: {} });
    expect(causeAt(operands, `${cdi}.type`)).toEqual({ kind: 'written', by: 'spec.tlsSecurityProfile.type' });
  });

  it('is warned of nowhere: nobody here wrote it', () => {
    const custom = { minTLSVersion: 'VersionTLS12', ciphers: ['NONE'] };
    expect(desiredOf({ cluster: openshift({ type: 'Custom', custom }) }).findings).toEqual([]);
  });
});

describe('what KubeVirt is told', () => {
  it.each<[string, JsonObject | undefined, JsonObject]>([
    ['of Old', { type: 'Old', old: {} }, { minTLSVersion: 'VersionTLS10', ciphers: old }],
    ['of Intermediate', { type: 'Intermediate' }, { minTLSVersion: 'VersionTLS12', ciphers: intermediate }],
    ['of Modern with its stanza', { type: 'Modern', modern: {} }, { minTLSVersion: 'VersionTLS13' }],
    ['of Modern without it', { type: 'Modern' }, { minTLSVersion: 'VersionTLS13', ciphers: modern }],
    [
      'of a stanza modern beside another type',
      { type: 'Old', modern: {} },
      { minTLSVersion: 'VersionTLS13' },
    ],
    [
      'of a custom profile, but for ciphers that Go does not have',
      {
        type: 'Custom',
        custom: {
          minTLSVersion: 'VersionTLS11',
          ciphers: ['DHE-RSA-AES128-GCM-SHA256', required, 'NONE', 'AES256-SHA256'],
        },
      },
      { minTLSVersion: 'VersionTLS11', ciphers: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'] },
    ],
    [
      'of TLS 1.3',
      { type: 'Custom', custom: { minTLSVersion: 'VersionTLS13' } },
      { minTLSVersion: 'VersionTLS13' },
    ],
    [
      'of a stanza custom beside another type',
      { type: 'Modern', modern: {}, custom: { minTLSVersion: 'VersionTLS12', ciphers: [required] } },
      { minTLSVersion: 'VersionTLS12', ciphers: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'] },
    ],
    ['of nothing', undefined, { minTLSVersion: 'VersionTLS12', ciphers: intermediate }],
  ])('%s', (_, profile, lands) => {
    const { operands } = desiredOf({ spec: profile === undefined ? {} : { tlsSecurityProfile: profile } });
    expect(renderedAt(operands, kubevirt)).toEqual(lands);
  });

  it("of a cluster's custom profile without ciphers or version that anybody knows", () => {
    const custom = { minTLSVersion: 'VersionTLS14', ciphers: ['NONE'] };
    const { operands } = desiredOf({ cluster: openshift({ type: 'Custom', custom }) });
    expect(renderedAt(operands, kubevirt)).toEqual({});
  });

  it('a written profile lands elsewhere as it is, empty lists and unknown ciphers included', () => {
    const custom = { minTLSVersion: 'VersionTLS13', ciphers: [] };
    const { operands } = desiredOf({ spec: { tlsSecurityProfile: { type: 'Custom', custom } } });
    expect(renderedAt(operands, cdi)).toEqual({ type: 'Custom', custom });
    const unknown = { minTLSVersion: 'VersionTLS12', ciphers: ['NONE', required] };
    const written = desiredOf({ spec: { tlsSecurityProfile: { type: 'Custom', custom: unknown } } });
    expect(renderedAt(written.operands, cdi)).toEqual({ type: 'Custom', custom: unknown });
  });

  it('of a custom profile without a list of ciphers that CDI will refuse it', () => {
    const custom = { minTLSVersion: 'VersionTLS13' };
    const at = 'spec.tlsSecurityProfile.custom';
    const told = (ciphers: object) =>
      warningsOf(
        verdictOf({ spec: { tlsSecurityProfile: { type: 'Custom', custom: { ...custom, ...ciphers } } } }),
      );
    expect(told({})).toEqual([expect.objectContaining({ at, level: 'warning', fix: 'add ciphers: []' })]);
    expect(told({ ciphers: [] })).toEqual([]);
  });

  it('of a cipher that is written twice once', () => {
    const twice = { minTLSVersion: 'VersionTLS12', ciphers: [required, required] };
    const written = desiredOf({ spec: { tlsSecurityProfile: { type: 'Custom', custom: twice } } });
    expect(renderedAt(written.operands, `${kubevirt}.ciphers`)).toEqual([
      'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
    ]);
  });
});

describe('ciphers', () => {
  it('of the profiles are known, each of them', () => {
    for (const { ciphers } of Object.values(tlsProfiles))
      for (const cipher of ciphers) expect(isKnownCipher(cipher), cipher).toBe(true);
    expect(
      [tlsProfiles.Old, tlsProfiles.Intermediate, tlsProfiles.Modern].map(({ ciphers }) => ciphers.length),
    ).toEqual([29, 11, 3]);
  });

  it.each(['NONE', '', 'toString', required.toLowerCase(), `${required} `])('%j is none', (name) => {
    expect(isKnownCipher(name)).toBe(false);
    expect(ianaCiphers([name])).toEqual([]);
  });
});
