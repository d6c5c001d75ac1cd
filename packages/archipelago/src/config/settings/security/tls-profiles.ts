const tls13 = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'];

const ecdhe = (cipher: string): readonly string[] => [`ECDHE-ECDSA-${cipher}`, `ECDHE-RSA-${cipher}`];

const intermediate = [
  ...tls13,
  ...ecdhe('AES128-GCM-SHA256'),
  ...ecdhe('AES256-GCM-SHA384'),
  ...ecdhe('CHACHA20-POLY1305'),
  'DHE-RSA-AES128-GCM-SHA256',
  'DHE-RSA-AES256-GCM-SHA384',
];

const old = [
  ...intermediate,
  'DHE-RSA-CHACHA20-POLY1305',
  ...ecdhe('AES128-SHA256'),
  ...ecdhe('AES128-SHA'),
  ...ecdhe('AES256-SHA384'),
  ...ecdhe('AES256-SHA'),
  'DHE-RSA-AES128-SHA256',
  'DHE-RSA-AES256-SHA256',
  'AES128-GCM-SHA256',
  'AES256-GCM-SHA384',
  'AES128-SHA256',
  'AES256-SHA256',
  'AES128-SHA',
  'AES256-SHA',
  'DES-CBC3-SHA',
];

export const tlsVersions = ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13'] as const;
type TlsVersion = (typeof tlsVersions)[number];

export interface TlsParameters {
  readonly minTLSVersion: TlsVersion;
  /** By the names OpenSSL uses. */
  readonly ciphers: readonly string[];
}

/**
 * The named profiles of OpenShift, which follow Mozilla's recommendations (`docs/compatibility/hyperconverged.md#tls-profiles`).
 */
export const tlsProfiles: Readonly<Record<'Old' | 'Intermediate' | 'Modern', TlsParameters>> = {
  Old: { minTLSVersion: 'VersionTLS10', ciphers: old },
  Intermediate: { minTLSVersion: 'VersionTLS12', ciphers: intermediate },
  Modern: { minTLSVersion: 'VersionTLS13', ciphers: tls13 },
};

const rsa: Readonly<Record<string, string>> = {
  'AES128-GCM-SHA256': 'AES_128_GCM_SHA256',
  'AES256-GCM-SHA384': 'AES_256_GCM_SHA384',
  'AES128-SHA256': 'AES_128_CBC_SHA256',
  'AES128-SHA': 'AES_128_CBC_SHA',
  'AES256-SHA': 'AES_256_CBC_SHA',
  'DES-CBC3-SHA': '3DES_EDE_CBC_SHA',
};

const ephemeral: Readonly<Record<string, string>> = {
  'AES128-GCM-SHA256': 'AES_128_GCM_SHA256',
  'AES256-GCM-SHA384': 'AES_256_GCM_SHA384',
  'CHACHA20-POLY1305': 'CHACHA20_POLY1305_SHA256',
  'AES128-SHA256': 'AES_128_CBC_SHA256',
  'AES128-SHA': 'AES_128_CBC_SHA',
  'AES256-SHA': 'AES_256_CBC_SHA',
};

const ianaNames: ReadonlyMap<string, string> = new Map([
  ...tls13.map((name) => [name, name] as const),
  ...Object.entries(rsa).map(([name, iana]) => [name, `TLS_RSA_WITH_${iana}`] as const),
  ...Object.entries(ephemeral).flatMap(([name, iana]) =>
    ['ECDSA', 'RSA'].map((key) => [`ECDHE-${key}-${name}`, `TLS_ECDHE_${key}_WITH_${iana}`] as const),
  ),
]);

/** The names KubeVirt wants, each once; ciphers that Go's TLS does not have are left out. */
export function ianaCiphers(openSslNames: readonly string[]): readonly string[] {
  const names = openSslNames.map((name) => ianaNames.get(name)).filter((name) => name !== undefined);
  return [...new Set(names)];
}

/** Whether any profile, or Go's TLS, knows the cipher. */
export function isKnownCipher(name: string): boolean {
  return old.includes(name) || ianaNames.has(name);
}
