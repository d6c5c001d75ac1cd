import {
  createRegistrySession,
  type RegistryAccess,
  type RegistrySession,
  succeeded,
  withInsecure,
} from '@archipelago/oci-registry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegistryQuestion } from '../../layering/build-plan/registry-question.ts';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../simulation/image-registry/start-image-registry.ts';
import { type AskRegistry, createAskRegistry } from './ask-registry.ts';

let registry: ImageRegistry;
let session: RegistrySession;
let ask: AskRegistry;
let access: RegistryAccess;
let isLeading = true;

beforeAll(async () => {
  registry = await startImageRegistry({ users: { builder: 'secret' } });
  session = createRegistrySession({ limits: { attempts: 1 } });
  ask = createAskRegistry({
    session,
    accessFor: async (secret) => succeeded(secret === 'none' ? { credentials: [], ca: undefined } : access),
    rules: () => withInsecure([], [registry.host]),
    mayDelete: () => isLeading,
    now: () => 1_000,
  });
  const credential = { kind: 'password', username: 'builder', password: 'secret' } as const;
  access = { credentials: [{ scope: registry.host, credential }], ca: undefined };
});

afterAll(async () => {
  session.transport.close();
  await registry.stop();
});

function put(kind: RegistryQuestion['kind'], name: string, secret = 'login') {
  const question = { id: 'q', kind, reference: `${registry.host}/${name}`, secret };
  return ask(question, AbortSignal.timeout(10_000));
}

const two = {
  platforms: [{ architecture: 'amd64' }, { architecture: 'arm64', variant: 'v8' }],
  attestations: true,
};

describe('what registries are asked', () => {
  it('base: an index with its children, statements about images included', async () => {
    const digest = registry.push('base', 'index', two);
    const answer = await put('base', 'base:index');
    expect(answer).toMatchObject({
      askedAt: 1_000,
      state: 'base',
      base: { kind: 'index', repository: `${registry.host}/base`, digest },
    });
    const children = answer.state === 'base' && answer.base.kind === 'index' ? answer.base.children : [];
    expect(children.slice(0, 2)).toMatchObject([
      { os: 'linux', architecture: 'amd64' },
      { os: 'linux', architecture: 'arm64', variant: 'v8' },
    ]);
  });

  it('base: a single image, by what its config says', async () => {
    const digest = registry.push('base', 'single', { platforms: [{ architecture: 's390x' }] });
    const base = { kind: 'manifest', digest, os: 'linux', architecture: 's390x' };
    expect(await put('base', 'base:single')).toMatchObject({ state: 'base', base });
  });

  it('image: what was pushed, with everything that it is made of', async () => {
    const digest = registry.push('os', 'k-1', { platforms: [{ architecture: 'arm64' }] });
    const child = { state: 'found', config: { os: 'linux', architecture: 'arm64' }, missingBlobs: [] };
    expect(await put('image', 'os:k-1')).toMatchObject({
      state: 'image',
      image: { digest, child, key: undefined },
    });
  });

  it('published: the index and each image in it, statements left out', async () => {
    const digest = registry.push('os', 'edge', two);
    const answer = await put('published', 'os:edge');
    expect(answer).toMatchObject({ state: 'published', published: { digest } });
    const { entries = [], children } = answer.state === 'published' ? answer.published : { children: {} };
    const images = entries.filter(({ platform }) => platform?.os === 'linux').map((entry) => entry.digest);
    expect(Object.keys(children)).toEqual(images);
    expect(images).toHaveLength(2);
  });

  it('published: one image is its own only child', async () => {
    const digest = registry.push('os', 'one', { platforms: [{ architecture: 'amd64' }] });
    const published = { digest, entries: undefined, children: { [digest]: { state: 'found' } } };
    expect(await put('published', 'os:one')).toMatchObject({ state: 'published', published });
  });

  it('delete: takes nothing away for a process that does not lead any more', async () => {
    const digest = registry.push('kept', 'v1', two);
    isLeading = false;
    expect(await put('delete', `kept@${digest}`)).toMatchObject({ state: 'unavailable' });
    expect(await put('published', `kept@${digest}`)).toMatchObject({ state: 'published' });
    isLeading = true;
    expect(await put('delete', `kept@${digest}`)).toMatchObject({ state: 'deleted' });
  });

  it('delete: takes it away; a second time it is missing', async () => {
    const digest = registry.push('os', 'old', { platforms: [{ architecture: 'amd64', revision: 'old' }] });
    expect(await put('delete', `os@${digest}`)).toEqual({ askedAt: 1_000, state: 'deleted' });
    expect(await put('delete', `os@${digest}`)).toEqual({ askedAt: 1_000, state: 'missing' });
  });

  it.each<[string, () => Promise<unknown>, object]>([
    ['nothing there', () => put('image', 'os:nothing'), { state: 'missing' }],
    [
      'no login',
      () => put('image', 'os:k-1', 'none'),
      { state: 'denied', message: expect.stringContaining('give credentials') },
    ],
    ['no reference', () => put('base', 'UPPER:1'), { state: 'bad' }],
    ['an index for an image', () => put('image', 'os:edge'), { state: 'bad' }],
  ])('%s', async (_, asking, answer) => {
    expect(await asking()).toMatchObject(answer);
  });

  it('a registry that fails is asked again later', async () => {
    registry.fail({ kind: 'status', status: 500 });
    expect(await put('image', 'os:k-1')).toMatchObject({ state: 'unavailable' });
    registry.fail({ kind: 'status', status: 405 });
    const digest = `sha256:${'0'.repeat(64)}`;
    expect(await put('delete', `os@${digest}`)).toMatchObject({ state: 'unsupported' });
    registry.fail(undefined);
    expect(await put('image', 'os:k-1')).toMatchObject({ state: 'image' });
  });
});
