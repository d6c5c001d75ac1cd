import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { createRegistryClient } from '../../../packages/oci-registry/src/create-registry-client.ts';
import { withInsecure } from '../../../packages/oci-registry/src/mirrors/with-insecure.ts';
import { placeOf } from '../../support/scripted-session.ts';

const warnings: string[] = [];
const warned = ({ name, message }: Error) => void warnings.push(`${name}: ${message}`);
let registry: ImageRegistry;

beforeEach(() => {
  warnings.length = 0;
  process.on('warning', warned);
});

afterEach(async () => {
  process.off('warning', warned);
  await registry.stop();
});

const platforms = Array.from({ length: 64 }, (_, index) => ({ architecture: `a${index}` }));

describe('an index of 64 images', () => {
  it.each([
    ['plain', false, 4],
    ['plain, many at a time', false, 64],
    ['with TLS, users and many at a time', true, 64],
  ])('is looked into without a warning of the process: %s', async (_, tls, requestsPerHost) => {
    registry = await startImageRegistry(tls ? { tls, users: { ann: 'secret' }, auth: 'bearer' } : {});
    const client = createRegistryClient({ limits: { requestsPerHost } });
    const credential = { kind: 'password', username: 'ann', password: 'secret' } as const;
    const { access, signal } = placeOf(`${registry.host}/os:1`, { credential });
    const rules = tls ? [] : withInsecure([], [registry.host]);
    const withCa = { ...access, ca: registry.caCertificate };
    const inspect = (name: string) => {
      const { reference } = placeOf(`${registry.host}/${name}`);
      return client.inspect(reference, { access: withCa, rules, sizes: true, signal });
    };
    registry.push('os', '1', { platforms });
    registry.push('os', '2', { platforms: platforms.map((each) => ({ ...each, revision: '2' })) });
    const found = await Promise.all(['os:1', 'os:2'].map(inspect));
    client.close();
    expect(found.map(({ kind }) => kind)).toEqual(['ok', 'ok']);
    // Node tells of warnings in the next tick
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
  });
});
