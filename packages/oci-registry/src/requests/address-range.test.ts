import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localNetworks } from './address-policy.ts';
import { addressRange, isAddressRange } from './address-range.ts';

const hostOf = (url: string) => new URL(url).hostname;

describe('the range of an address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.0/8'],
    ['127.255.0.9', '127.0.0.0/8'],
    ['128.0.0.0', undefined],
    ['0.0.0.0', '0.0.0.0/8'],
    ['169.254.169.254', '169.254.0.0/16'],
    ['169.253.255.255', undefined],
    ['::1', '::1/128'],
    ['[::1]', '::1/128'],
    ['::', '::/128'],
    ['::2', undefined],
    ['fe80::1', 'fe80::/10'],
    ['fe80::1%eth0', 'fe80::/10'],
    ['febf:ffff::1', 'fe80::/10'],
    ['fec0::1', undefined],
    ['::ffff:127.0.0.1', '127.0.0.0/8'],
    ['[::ffff:a9fe:a9fe]', '169.254.0.0/16'],
    ['0:0:0:0:0:FFFF:7f00:1', '127.0.0.0/8'],
    ['64:ff9b::169.254.169.254', '169.254.0.0/16'],
    ['64:ff9b::8.8.8.8', undefined],
    ['::ffff:8.8.8.8', undefined],
    ['2001:db8::1', undefined],
    ['r.example', undefined],
    ['', undefined],
    [hostOf('http://2130706433/'), '127.0.0.0/8'],
    [hostOf('http://0x7f.1/'), '127.0.0.0/8'],
    [hostOf('http://0251.0376.0251.0376/'), '169.254.0.0/16'],
    [hostOf('http://[::ffff:127.1.2.3]/'), '127.0.0.0/8'],
  ])('%s is in %s', (address, range) => {
    expect(addressRange(address, localNetworks)).toBe(range);
  });

  it('is what Node finds', () => {
    const anyRange = fc.oneof(
      fc.tuple(fc.ipV4(), fc.nat(32)).map(([base, length]) => ({ base, length, family: 'ipv4' as const })),
      fc.tuple(fc.ipV6(), fc.nat(128)).map(([base, length]) => ({ base, length, family: 'ipv6' as const })),
    );
    const near = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom('127.0.0.1', 'fe80::1', '::1'));
    fc.assert(
      fc.property(anyRange, near, fc.boolean(), ({ base, length, family }, other, own) => {
        const address = own ? base : other;
        // Node compares addresses of one family, and mapped ones
        const kind = isIP(address) === 4 ? 'ipv4' : 'ipv6';
        fc.pre(kind === family && !address.startsWith('64:ff9b'));
        const list = new BlockList();
        list.addSubnet(base, length, family);
        expect(addressRange(address, [`${base}/${length}`]) !== undefined).toBe(list.check(address, kind));
      }),
    );
  });

  it.each([
    ['10.0.0.0/8', true],
    ['10.0.0.1/32', true],
    ['0.0.0.0/0', true],
    ['fd00::/8', true],
    ['10.0.0.0', false],
    ['10.0.0.0/33', false],
    ['fd00::/129', false],
    ['10.0.0/8', false],
    ['r.example/8', false],
    ['', false],
  ])('%s can have addresses: %s', (text, is) => {
    expect(isAddressRange(text)).toBe(is);
    if (!is) expect(addressRange('10.0.0.1', [text])).toBeUndefined();
  });
});
