import { describe, expect, it } from 'vitest';
import { connectionFailure } from './connection-failure.ts';

const asked = { host: 'h.example', asked: 'the blob' };
const coded = (code: string) => Object.assign(new Error('it broke'), { code });

describe('a connection that fails', () => {
  it.each([
    ['ENOTFOUND', 'host name is unknown', true],
    ['EAI_AGAIN', 'could not be looked up', false],
    ['ECONNREFUSED', 'nothing listens there', false],
    ['ECONNRESET', 'was closed', false],
    ['EHOSTUNREACH', 'no route to the host', false],
    ['ENETUNREACH', 'no route to the network', false],
    ['ETIMEDOUT', 'not made in time', false],
    ['EPROTO', 'speaks no TLS', true],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'speaks no TLS', true],
    ['CERT_HAS_EXPIRED', 'has expired', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'for other names', true],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'not trusted here', true],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not trusted here', true],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'not trusted here', true],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'not trusted here', true],
    ['UNABLE_TO_GET_ISSUER_CERT', 'not trusted here', true],
    ['EWHATEVER', 'the connection failed: it broke', false],
    ['constructor', 'the connection failed: it broke', false],
  ])('with %s: %s (for good: %s)', (code, reason, permanent) => {
    const failure = connectionFailure(asked, coded(code));
    expect(failure).toMatchObject({ kind: 'unreachable', ...asked, reason: expect.stringContaining(reason) });
    expect(failure.fix).not.toBe('');
    expect(failure.permanent === true).toBe(permanent);
  });

  it('at several addresses is the first failure', () => {
    const several = new AggregateError([coded('ENOTFOUND'), coded('ECONNREFUSED')]);
    expect(connectionFailure(asked, several)).toMatchObject({ permanent: true });
    expect(connectionFailure(asked, 'nonsense').reason).toBe('the connection failed: nonsense');
  });
});
