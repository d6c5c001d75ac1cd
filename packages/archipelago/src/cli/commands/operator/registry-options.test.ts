import { type AddressPolicy, parseImageReference } from '@archipelago/oci-registry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../simulation/image-registry/start-image-registry.ts';
import { registryAddresses } from '../../registries/registry-addresses.ts';
import { layeringChoices } from './layering-options.ts';
import { goldenImageChoices } from './registry-options.ts';

let registry: ImageRegistry;

beforeEach(async () => {
  for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
  registry = await startImageRegistry({ tls: true });
  registry.push('os', '1', { platforms: [{ architecture: 'arm64' }] });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await registry.stop();
});

const io = { out: () => undefined, err: () => undefined, read: () => Promise.resolve(''), color: false };
const { signal } = new AbortController();

/** How the operator fares with an image in that registry, asked as golden images are, and as layering's are. */
async function ask(addresses: () => AddressPolicy): Promise<readonly string[]> {
  const access = { credentials: [], ca: registry.caCertificate };
  const goldenImages = await goldenImageChoices({}, addresses, io);
  const reference = parseImageReference(`${registry.host}/os:1`);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  const found = await goldenImages.registry?.inspect(reference.value, {
    access,
    rules: [],
    sizes: false,
    signal,
  });
  goldenImages.registry?.close();
  const images = { layeringBuilder: 'builder', layeringImage: 'own' };
  const session = (await layeringChoices(images, addresses, io))?.session;
  const url = new URL(`${registry.url}/v2/`);
  const trust = { ca: access.ca, insecure: false };
  const request = {
    method: 'GET',
    url,
    registry: registry.host,
    headers: {},
    body: undefined,
    trust,
    signal,
  };
  const sent = await session?.transport.send(request).then(
    ({ status }) => String(status),
    (error: Error) => error.name,
  );
  session?.transport.close();
  return [found?.kind ?? '', sent ?? ''];
}

describe('a registry on the machine of the operator', () => {
  it('is not asked, unless it is allowed by name', async () => {
    expect(await ask(registryAddresses({}, () => []))).toEqual(['refused', 'RefusedAddress']);
    const allowed = registryAddresses({ registryAllowHost: [registry.host] }, () => []);
    expect(await ask(allowed)).toEqual(['ok', '200']);
  });
});
