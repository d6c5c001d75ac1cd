import { isJsonObject, type JsonValue, listAt } from '@archipelago/apimachinery';
import { type Static, Type } from '@sinclair/typebox';
import type { DerivedFacts } from '../../../cluster-facts/cluster-facts.ts';
import { type FieldFinding, setting } from '../../framework/setting.ts';
import { cdi } from '../../operands/cdi/cdi.ts';
import { kubevirt } from '../../operands/kubevirt/kubevirt.ts';
import { networkAddonsConfig } from '../../operands/network-addons-config/network-addons-config.ts';
import { ssp } from '../../operands/ssp/ssp.ts';
import { oddValue } from '../../reviews/odd-value.ts';
import { listOf } from '../../shapes/list-of.ts';
import { oneOf } from '../../shapes/one-of.ts';
import { type Rule, withRules } from '../../shapes/rule.ts';
import { ianaCiphers, isKnownCipher, type TlsParameters, tlsProfiles, tlsVersions } from './tls-profiles.ts';

const named = (profile: string) =>
  Type.Optional(Type.Object({}, { description: `Present with type: ${profile}.` }));
const types = ['Old', 'Intermediate', 'Modern', 'Custom'] as const;

const shape = Type.Object({
  type: oneOf(types, {
    description: 'Old: TLS 1.0 or later; Intermediate: 1.2; Modern: 1.3; Custom: as in custom.',
  }),
  old: named('Old'),
  intermediate: named('Intermediate'),
  modern: named('Modern'),
  custom: Type.Optional(
    Type.Object(
      {
        ciphers: Type.Optional(
          listOf(Type.String({ maxLength: 64 }), {
            description: 'Ciphers by the names OpenSSL uses; none with TLS 1.3.',
            maxItems: 256,
          }),
        ),
        minTLSVersion: Type.Optional(
          oneOf(tlsVersions, { description: 'The oldest version a client may speak.' }),
        ),
      },
      { description: 'Present with type: Custom.' },
    ),
  ),
});

type TlsSecurityProfile = Static<typeof shape>;

const required = ecdheNames('AES128-GCM-SHA256');
const usesTls13 = "self.custom.minTLSVersion == 'VersionTLS13'";
const hasVersion = 'has(self.custom) && has(self.custom.minTLSVersion)';

const rules: readonly Rule<TlsSecurityProfile>[] = [
  {
    reason: 'Missing',
    holds: ({ type, custom }) => type !== 'Custom' || custom !== undefined,
    cel: "self.type != 'Custom' || has(self.custom)",
    message: 'has type Custom and no member custom',
    fix: 'add custom with minTLSVersion and ciphers, or name another type',
  },
  {
    at: 'custom.minTLSVersion',
    reason: 'Missing',
    holds: ({ custom }) => custom === undefined || custom.minTLSVersion !== undefined,
    cel: '!has(self.custom) || has(self.custom.minTLSVersion)',
    message: 'is missing: a custom profile names the oldest version',
    fix: `write one of ${tlsVersions.join(', ')}`,
  },
  {
    reason: 'Conflict',
    holds: ({ custom }) => custom?.minTLSVersion !== 'VersionTLS13' || ciphersOf(custom).length === 0,
    cel: `!(${hasVersion}) || !(${usesTls13}) || !has(self.custom.ciphers) || size(self.custom.ciphers) == 0`,
    message: 'chooses ciphers, but TLS 1.3 does not let anybody choose',
    fix: 'remove custom.ciphers, or allow VersionTLS12',
  },
  {
    reason: 'Invalid',
    holds: ({ custom }) =>
      [undefined, 'VersionTLS13'].includes(custom?.minTLSVersion) ||
      ciphersOf(custom).some((name) => required.includes(name)),
    cel: `!(${hasVersion}) || ${usesTls13} || (has(self.custom.ciphers) && self.custom.ciphers.exists(name, name in [${required.map((name) => `'${name}'`).join(', ')}]))`,
    message: `lacks a cipher that HTTP/2 requires: one of ${required.join(', ')}`,
    fix: `add ${required[0]} to custom.ciphers`,
  },
];

function ciphersOf(custom: TlsSecurityProfile['custom']): readonly string[] {
  return custom?.ciphers ?? [];
}

function ecdheNames(cipher: string): readonly string[] {
  return [`ECDHE-RSA-${cipher}`, `ECDHE-ECDSA-${cipher}`];
}

/** Which TLS versions and ciphers all components accept. */
export const tlsSecurityProfile = setting({
  path: 'tlsSecurityProfile',
  summary:
    'TLS versions and ciphers of all components; on OpenShift those of the API server when left out, else Intermediate.',
  schema: withRules(shape, rules),
  fallback: {
    doc: "the API server's profile on OpenShift, otherwise Intermediate; follows the cluster, is never stored",
    fact: "the API server's TLS profile on OpenShift, Intermediate elsewhere",
    from: clusterProfile,
  },
  // an empty list of ciphers is not the same as none
  canonical: (profile) => profile,
  review,
  derive: (profile) => effective(parametersOf(profile ?? standard)),
  lands: ({ copy, set }) => [
    set(kubevirt, 'spec.configuration.tlsConfiguration', kubevirtTls),
    copy(cdi, 'spec.config.tlsSecurityProfile'),
    copy(networkAddonsConfig, 'spec.tlsSecurityProfile'),
    copy(ssp, 'spec.tlsSecurityProfile'),
  ],
  examples: [
    {
      title: 'TLS 1.3 only',
      spec: { tlsSecurityProfile: { type: 'Modern', modern: {} } },
      cluster: { platform: 'openshift' },
      lands: {
        'KubeVirt.spec.configuration.tlsConfiguration': { minTLSVersion: 'VersionTLS13' },
        'CDI.spec.config.tlsSecurityProfile.type': 'Modern',
        'NetworkAddonsConfig.spec.tlsSecurityProfile.type': 'Modern',
        'SSP.spec.tlsSecurityProfile.type': 'Modern',
      },
    },
    {
      title: 'left out: OpenShift decides',
      cluster: { platform: 'openshift', apiServerTlsProfile: { type: 'Old', old: {} } },
      lands: { 'CDI.spec.config.tlsSecurityProfile': { type: 'Old', old: {} } },
    },
  ],
});

/** For a server of our own: ciphers that nobody knows are left out. */
function effective({
  minTLSVersion = 'VersionTLS12',
  ciphers,
}: Partial<TlsParameters> & Pick<TlsParameters, 'ciphers'>): TlsParameters {
  return { minTLSVersion, ciphers: ciphers.filter(isKnownCipher) };
}

function kubevirtTls(profile: TlsSecurityProfile) {
  const { minTLSVersion, ciphers } = parametersOf(profile);
  const names = ianaCiphers(ciphers);
  return {
    ...(minTLSVersion === undefined ? {} : { minTLSVersion }),
    ...(names.length === 0 ? {} : { ciphers: names }),
  };
}

/** KubeVirt reads a stanza before it reads the type; `modern: {}` leaves the ciphers to TLS 1.3. */
function parametersOf({
  type,
  custom,
  modern,
}: TlsSecurityProfile): Partial<TlsParameters> & Pick<TlsParameters, 'ciphers'> {
  if (custom !== undefined) return { ...custom, ciphers: custom.ciphers ?? [] };
  if (modern !== undefined) return { minTLSVersion: 'VersionTLS13', ciphers: [] };
  return type === 'Custom' ? { ciphers: [] } : tlsProfiles[type];
}

const standard: TlsSecurityProfile = { type: 'Intermediate', intermediate: {} };

function clusterProfile({ platform, apiServerTlsProfile }: DerivedFacts): TlsSecurityProfile {
  if (platform !== 'openshift' || apiServerTlsProfile === undefined) return standard;
  const { type: name, old, intermediate, modern, custom } = apiServerTlsProfile;
  const type = types.find((known) => known === name);
  if (type === undefined) return standard;
  return {
    type,
    ...(isJsonObject(old) ? { old: {} } : {}),
    ...(isJsonObject(intermediate) ? { intermediate: {} } : {}),
    ...(isJsonObject(modern) ? { modern: {} } : {}),
    ...(type === 'Custom' || isJsonObject(custom) ? { custom: sanitized(custom) } : {}),
  };
}

/** What is usable of a custom profile we did not validate; without one, the Intermediate parameters. */
function sanitized(custom: JsonValue | undefined): NonNullable<TlsSecurityProfile['custom']> {
  if (!isJsonObject(custom)) return tlsProfiles.Intermediate;
  const minTLSVersion = tlsVersions.find((version) => version === custom.minTLSVersion);
  const listed = listAt(custom, 'ciphers');
  const ciphers = listed.filter((name): name is string => typeof name === 'string' && isKnownCipher(name));
  return {
    ...(minTLSVersion === undefined ? {} : { minTLSVersion }),
    ...(ciphers.length === 0 ? {} : { ciphers }),
  };
}

function review({ custom }: TlsSecurityProfile): readonly FieldFinding[] {
  const isChoosing = custom?.minTLSVersion !== 'VersionTLS13';
  return [...withoutList(custom), ...(isChoosing ? unknownCiphers(ciphersOf(custom)) : [])];
}

/** As upstream: where nobody wrote a list, CDI is told of none. */
function withoutList(custom: TlsSecurityProfile['custom']): readonly FieldFinding[] {
  if (custom === undefined || custom.ciphers !== undefined) return [];
  const message = 'has no list of ciphers, so that CDI refuses it and stays as it is';
  return [oddValue('spec.tlsSecurityProfile.custom', custom, message, 'add ciphers: []')];
}

function unknownCiphers(ciphers: readonly string[]): readonly FieldFinding[] {
  return ciphers.flatMap((name, index) =>
    isKnownCipher(name)
      ? []
      : [
          oddValue(
            `spec.tlsSecurityProfile.custom.ciphers[${index}]`,
            name,
            'is no cipher that the components know, so it is left out',
            `write the name that OpenSSL uses, e.g. ${required[0]}`,
          ),
        ],
  );
}
