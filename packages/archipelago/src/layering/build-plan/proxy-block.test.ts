import { describe, expect, it } from 'vitest';
import { keptProxyKeys, proxyKeysIn } from './proxy-keys.ts';
import { World } from './simulated-world.test-support.ts';

function made(proxySecret: string | undefined, proxyKeys: World['proxyKeys']) {
  const world = new World({ nodes: { a1: 'amd64' } });
  world.proxySecret = proxySecret;
  world.proxyKeys = proxyKeys;
  world.through(60);
  return { world, blocked: world.condition('Blocked'), builds: world.builds().length };
}

describe('the secret with the proxy', () => {
  it.each<[string, string | undefined, World['proxyKeys']]>([
    ['was not named', undefined, {}],
    ['was not looked at', 'proxy', undefined],
    ['has a way out', 'proxy', { proxy: ['HTTPS_PROXY'] }],
    ['has all keys', 'proxy', { proxy: ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'] }],
  ])('that %s stops nothing', (_, name, keys) => {
    expect(made(name, keys)).toMatchObject({ builds: 1, blocked: { status: 'False' } });
  });

  it.each<[string, World['proxyKeys'], string, RegExp]>([
    [
      'does not exist',
      { other: ['HTTP_PROXY'] },
      'ProxySecretMissing',
      /layering-proxy-secret names, does not exist; create it with the keys HTTP_PROXY, HTTPS_PROXY, NO_PROXY/,
    ],
    ['has no key of a proxy', { proxy: [] }, 'ProxySecretUnusable', /has neither HTTP_PROXY nor HTTPS_PROXY/],
    ['says only where none is needed', { proxy: ['NO_PROXY'] }, 'ProxySecretUnusable', /has neither/],
  ])('that %s lets no build begin, and is told until it is mended', (_, keys, reason, message) => {
    const { world, blocked, builds } = made('proxy', keys);
    expect([builds, world.jobs()]).toEqual([0, []]);
    expect(blocked).toMatchObject({ status: 'True', reason, message: expect.stringMatching(message) });
    expect(blocked?.message).toContain('Secret layering/proxy');
    expect(world.told).toContainEqual({ level: 'warning', reason, message: blocked?.message });
    world.proxyKeys = { proxy: ['HTTP_PROXY'] };
    world.run();
    expect(world.build().status.phase).toBe('Succeeded');
  });

  it('is known by its keys, not by what is under them', () => {
    const data = { HTTP_PROXY: 'eA==', NO_PROXY: '', other: 'eA==' };
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data };
    expect(proxyKeysIn(secret)).toEqual(['HTTP_PROXY']);
    expect(keptProxyKeys(secret)).toEqual(['HTTP_PROXY']);
    expect(keptProxyKeys({ ...secret, data: {}, proxyKeys: ['NO_PROXY'] })).toEqual(['NO_PROXY']);
  });
});
