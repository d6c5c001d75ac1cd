import { describe, expect, it } from 'vitest';
import { type AddressPolicy, localNetworks, refusedRanges, usualAddresses } from './address-policy.ts';

const led = ['127.0.0.0/8', '::1/128'];
const policy = (allowedHosts: readonly string[] = []): AddressPolicy => ({
  refused: ['10.0.0.0/8'],
  refusedWhenLed: led,
  allowedHosts,
});

describe('what a host must not be at', () => {
  it.each([
    ['https://r.example/', 'r.example', false],
    ['https://r.example:5000/', 'r.example', false],
    ['https://registry-1.docker.io/', 'docker.io', false],
    ['https://auth.docker.io/', 'docker.io', true],
    ['https://store.example/', 'r.example', true],
    ['http://localhost/', 'r.example', true],
    ['http://localhost:1/', 'localhost:5000', false],
    ['http://127.0.0.1/', 'localhost:5000', false],
    ['http://127.0.0.1/', 'r.localhost:5000', false],
    ['http://localhost/', '127.0.0.1:5000', false],
    ['http://localhost/', '[::1]:5000', false],
    ['http://localhost/', '10.0.0.1', true],
    ['http://localhost/', 'notlocalhost', true],
  ])('%s, of an image in %s: led there %s', (url, registry, isLed) => {
    const ranges = refusedRanges({ url: new URL(url), registry }, policy());
    expect(ranges).toEqual(isLed ? ['10.0.0.0/8', ...led] : ['10.0.0.0/8']);
  });

  it.each([
    ['https://in.example/', 'in.example', true],
    ['https://in.example:5000/', 'in.example', true],
    ['https://in.example:5000/', 'IN.example:5000', true],
    ['https://in.example/', 'in.example:443', true],
    ['http://in.example/', 'in.example:80', true],
    ['https://in.example/', 'in.example:5000', false],
    ['https://a.in.example/', 'in.example', false],
    ['https://in.example.evil/', 'in.example', false],
    ['https://[::1]:5000/', '[::1]:5000', true],
    ['https://[::1]:5000/', '[::1]', true],
  ])('%s is allowed by %s: %s', (url, allowed, is) => {
    for (const registry of ['in.example', 'r.example']) {
      const ranges = refusedRanges({ url: new URL(url), registry }, policy([allowed]));
      expect(ranges.length === 0).toBe(is);
    }
  });

  it('is usually this machine, where a registry leads there', () => {
    const ranges = (registry: string) =>
      refusedRanges({ url: new URL('http://h.example/'), registry }, usualAddresses);
    expect([ranges('h.example'), ranges('r.example')]).toEqual([[], localNetworks]);
  });
});
