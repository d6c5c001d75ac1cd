import { describe, expect, it } from 'vitest';
import { type SharedConsoleFlags, sharedConsoleChoices } from './shared-console-choices.ts';

const good = { inCluster: true, host: ['console.example.com'], certPath: '/tls' };

describe('the flags of a console for many', () => {
  it('say where it listens, and what it is called', () => {
    expect(sharedConsoleChoices(good)).toEqual({
      address: { host: undefined, port: 8443 },
      hosts: ['console.example.com'],
      certificates: '/tls',
      byProxy: false,
      registries: {},
    });
    const proxied = { inCluster: true, host: ['Console.example.com:443', 'localhost:8443', '[::1]:9'] };
    const flags = { ...proxied, tlsByProxy: true, loginByProxy: true, bindAddress: '127.0.0.1:0' };
    expect(sharedConsoleChoices({ ...flags, registryAllowHost: ['r.example.com'] })).toEqual({
      address: { host: '127.0.0.1', port: 0 },
      hosts: ['console.example.com', 'localhost:8443', '[::1]:9'],
      certificates: undefined,
      byProxy: true,
      registries: { registryAllowHost: ['r.example.com'] },
    });
    expect(sharedConsoleChoices({ port: '0' })).toBeUndefined();
  });

  it.each<[SharedConsoleFlags & { readonly port?: string; readonly snapshot?: string }, string]>([
    [{ host: ['a'] }, '--host: needs --in-cluster'],
    [{ loginByProxy: true }, '--login-by-proxy: needs --in-cluster'],
    [{ registryAllowHost: ['a'] }, '--registry-allow-host: needs --in-cluster'],
    [{ ...good, port: '1' }, '--port 1: does not go with --in-cluster; say --bind-address :1'],
    [{ ...good, snapshot: 's' }, '--snapshot s: does not go with --in-cluster'],
    [{ ...good, host: [] }, '--in-cluster: needs --host'],
    [
      { inCluster: true, host: ['a'] },
      '--in-cluster: needs --cert-path with tls.crt and tls.key, or --tls-by-proxy',
    ],
    [{ ...good, tlsByProxy: true }, '--cert-path /tls: does not go with --tls-by-proxy'],
    [{ ...good, bindAddress: '0' }, '--bind-address 0'],
    [{ ...good, bindAddress: 'x' }, '--bind-address x: must be an address and a port'],
    [{ ...good, host: ['https://a'] }, '--host "https://a": must be a name'],
    [{ ...good, host: ['a/b'] }, '--host "a/b": must be a name'],
    [{ ...good, host: ['a@b'] }, '--host "a@b": must be a name'],
    [{ ...good, host: ['*'] }, '--host "*": must be a name'],
    [{ ...good, registryRefusedNetworks: 'x' }, '--registry-refused-networks "x"'],
  ])('%j: refused', (flags, message) => {
    expect(() => sharedConsoleChoices(flags)).toThrow(message);
  });
});
