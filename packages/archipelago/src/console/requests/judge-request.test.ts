import { describe, expect, it } from 'vitest';
import { judgeRequest, type RequestHead } from './judge-request.ts';

const hosts = ['127.0.0.1:4000', 'localhost:4000'];
const good: RequestHead = {
  method: 'GET',
  target: '/api/overview',
  host: '127.0.0.1:4000',
  origin: undefined,
  site: undefined,
};
const own = 'http://127.0.0.1:4000';

describe('a request to the console', () => {
  it.each<[string, Partial<RequestHead>, string | undefined]>([
    ['of a program', {}, undefined],
    ['by the other name', { host: 'LOCALHOST:4000', origin: 'http://localhost:4000' }, undefined],
    ['of a page', { origin: own, site: 'same-origin' }, undefined],
    ['that writes', { method: 'POST', origin: own }, undefined],
    ['for a page, followed from another site', { target: '/', site: 'cross-site' }, undefined],
    ['without a host', { host: undefined }, 'OtherHost'],
    ['by a name that was bent here', { host: 'evil.example:4000' }, 'OtherHost'],
    ['by a name that was bent here, for a page', { host: 'evil.example:4000', target: '/' }, 'OtherHost'],
    ['for another port', { host: '127.0.0.1:4001' }, 'OtherHost'],
    ['without the port', { host: '127.0.0.1' }, 'OtherHost'],
    ['to a proxy', { target: 'http://evil.example/' }, 'BadTarget'],
    ['for no path', { target: '*' }, 'BadTarget'],
    ['of another origin', { origin: 'http://evil.example' }, 'OtherOrigin'],
    ['of another port', { origin: 'http://127.0.0.1:4001' }, 'OtherOrigin'],
    ['of its other name', { origin: 'http://localhost:4000' }, 'OtherOrigin'],
    ['of a sandboxed frame', { origin: 'null' }, 'OtherOrigin'],
    ['of another site', { site: 'cross-site' }, 'OtherSite'],
    ['of another port of this machine', { site: 'same-site' }, 'OtherSite'],
    ['typed into the address bar', { site: 'none' }, 'OtherSite'],
    ['that writes and does not say whence', { method: 'POST' }, 'UnknownOrigin'],
    ['that deletes and does not say whence', { method: 'DELETE' }, 'UnknownOrigin'],
  ])('%s', (_, change, reason) => {
    expect(judgeRequest({ ...good, ...change }, { hosts, scheme: 'http' })?.reason).toBe(reason);
  });

  it.each<[string, Partial<RequestHead>, string | undefined]>([
    ['of a page', { origin: 'https://console.example.com' }, undefined],
    ['of the same name without TLS', { origin: 'http://console.example.com' }, 'OtherOrigin'],
    ['by the address of the pod', { host: '10.0.0.7:8443' }, 'OtherHost'],
    ['by a longer name', { host: 'console.example.com.evil.example' }, 'OtherHost'],
  ])('behind TLS, %s', (_, change, reason) => {
    const shared = { hosts: ['console.example.com'], scheme: 'https' } as const;
    expect(judgeRequest({ ...good, host: 'console.example.com', ...change }, shared)?.reason).toBe(reason);
  });
});
