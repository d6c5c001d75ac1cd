import type { RegistryFailure } from '@archipelago/oci-registry';
import { expect, it } from 'vitest';
import { type AssemblyFailure, exitCodeOf } from './assembly-failure.ts';
import { verdictOf } from './assembly-verdict.ts';

const said = { host: 'h.example', asked: 'manifest of os:1', reason: 'no', fix: 'look' };
const lost = { code: 'MANIFEST_BLOB_UNKNOWN', message: 'blob unknown', detail: 'sha256:0' };

function failure(
  kind: RegistryFailure['kind'],
  more: { side?: AssemblyFailure['side']; architecture?: 'arm64' } & Partial<typeof said> & {
      status?: number;
      errors?: readonly (typeof lost)[];
    } = {},
): AssemblyFailure {
  const { side = 'target', architecture, ...rest } = more;
  const details = { ...said, ...rest };
  return {
    side,
    architecture,
    failure: kind === 'rateLimited' ? { kind, retryAfterMs: undefined, ...details } : { kind, ...details },
  };
}

it.each<[string, AssemblyFailure, string]>([
  ['a registry that does not answer', failure('unreachable'), 'RegistryUnavailable'],
  ['too many requests', failure('rateLimited'), 'RegistryUnavailable'],
  ['a wrong login where children are', failure('unauthorized', { side: 'source' }), 'PullDenied'],
  ['a wrong login where the image goes', failure('unauthorized'), 'PushDenied'],
  ['a lost child', failure('absent', { side: 'source', architecture: 'arm64' }), 'ChildMissing'],
  [
    'a child that is lost before the index is pushed',
    failure('refused', { status: 400, errors: [lost] }),
    'ChildMissing',
  ],
  ['what is not what it has to be', failure('refused', { architecture: 'arm64' }), 'VerificationFailed'],
  ['another digest', failure('malformed', { architecture: 'arm64' }), 'VerificationFailed'],
  ['a registry that refuses', failure('refused', { status: 405 }), 'AssemblyFailed'],
])('%s', (_, one, reason) => {
  expect(verdictOf([one])).toMatchObject({ reason, architecture: one.architecture });
});

it('goes by the gravest, and tells all', () => {
  const { reason, architecture, message } = verdictOf([
    failure('unreachable', { architecture: 'arm64', reason: 'silent' }),
    failure('malformed', { reason: 'another digest' }),
  ]);
  expect([reason, architecture]).toEqual(['VerificationFailed', undefined]);
  expect(message).toBe(
    'h.example: manifest of os:1: another digest; look\narm64: h.example: manifest of os:1: silent; look',
  );
});

it.each<[string, readonly RegistryFailure['kind'][], number]>([
  ['nothing but silence', ['unreachable', 'rateLimited', 'aborted'], 3],
  ['something wrong besides silence', ['unreachable', 'malformed', 'unreachable'], 1],
  ['something absent', ['absent'], 1],
  ['a login that is missing', ['unauthorized'], 1],
  ['something refused', ['refused'], 1],
])('%s: %j ends with %i', (_, kinds, code) => {
  expect(exitCodeOf(kinds.map((kind) => failure(kind)))).toBe(code);
});
