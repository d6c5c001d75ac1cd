import { describe, expect, it, test } from 'vitest';
import { hostPrograms } from './host-programs.ts';
import { type NodeFacts, nodeAgentStep } from './node-agent-step.ts';

const repository = 'registry.example.com/os/edge';
const image = (letter: string) => `${repository}@sha256:${letter.repeat(64)}`;
const own = 'layering.archipelago.dev';
const known = 'machineconfiguration.openshift.io';
const at = '2026-11-22T10:00:00Z';
const announced = { [`${own}/agent`]: 'v1', [`${own}/agent-booted`]: image('a') };

function step(annotations: Readonly<Record<string, string>>, more: Partial<NodeFacts> = {}) {
  const machine = { booted: image('a'), bootId: 'boot-1', repositories: [repository] };
  return nodeAgentStep({ annotations, ...machine, ...more });
}

const to = (name: string, letter = 'b') => ({
  ...announced,
  [`${known}/desiredImage`]: image(letter),
  [`${own}/rollout-step`]: `${name}/${at}`,
});
const said = (state: string, name: string) => ({ [`${own}/agent-answer`]: `${state} ${name}/${at}` });

describe('the agent of a node', () => {
  it('announces itself with what is booted', () => {
    expect(step({})).toEqual({
      do: 'write',
      annotations: { ...announced, [`${known}/currentImage`]: image('a') },
    });
    expect(step({}, { booted: undefined })).toEqual({ do: 'write', annotations: { [`${own}/agent`]: 'v1' } });
  });

  it('leaves what the operator has named otherwise, as long as nothing else is booted', () => {
    expect(step({ ...announced, [`${known}/currentImage`]: image('c') })).toEqual({ do: 'nothing' });
  });

  it('fetches what it is told to, also where it was ended while it did', () => {
    const fetching = { do: 'stage', image: image('b'), step: `Stage/${at}` };
    expect(step(to('Stage'))).toMatchObject({ ...fetching, annotations: said('Staging', 'Stage') });
    expect(step({ ...to('Stage'), ...said('Staging', 'Stage') })).toMatchObject(fetching);
    expect(step({ ...to('Stage'), ...said('Staged', 'Stage') })).toEqual({ do: 'nothing' });
    expect(step({ ...to('Stage'), ...said('Failed', 'Stage') })).toEqual({ do: 'nothing' });
  });

  it.each<[string, Partial<NodeFacts>, boolean]>([
    ['is staged already', { staged: image('b') }, true],
    ['is booted', { booted: image('b') }, true],
    ['is booted, and another one is staged', { booted: image('b'), staged: image('c') }, false],
    ['is another one than is staged', { staged: image('c') }, false],
  ])('does not fetch what %s', (_, machine, isThere) => {
    const annotations = { ...to('Stage'), [`${own}/agent-booted`]: machine.booted ?? image('a') };
    expect(step(annotations, machine)).toMatchObject(
      isThere ? { do: 'write', annotations: said('Staged', 'Stage') } : { do: 'stage', image: image('b') },
    );
  });

  it('refuses an image of another repository, and says so', () => {
    expect(step(to('Stage'), { repositories: ['registry.example.com/os/other'] })).toEqual({
      do: 'write',
      annotations: {
        ...said('Failed', 'Stage'),
        [`${own}/agent-reason`]: expect.stringContaining('is not from a --repository of this agent'),
      },
    });
  });

  it.each(['Drain', 'Failed', 'Other'])('does nothing in the step %s', (name) => {
    expect(step(to(name))).toEqual({ do: 'nothing' });
  });

  it('reboots when it is told to, and again where the machine did not go down', () => {
    const rebooting = {
      do: 'reboot',
      annotations: { ...said('Applying', 'Apply'), [`${own}/agent-boot`]: 'boot-1' },
    };
    expect(step({ ...to('Apply'), ...said('Staged', 'Stage') })).toMatchObject(rebooting);
    const applying = { ...to('Apply'), ...said('Applying', 'Apply'), [`${own}/agent-boot`]: 'boot-1' };
    expect(step(applying)).toMatchObject(rebooting);
    expect(step(applying, { bootId: 'boot-2', booted: image('b') })).toMatchObject({
      do: 'write',
      annotations: { ...said('Done', 'Apply'), [`${known}/currentImage`]: image('b') },
    });
    expect(step(applying, { bootId: 'boot-2' })).toMatchObject({
      do: 'write',
      annotations: {
        ...said('Failed', 'Apply'),
        [`${own}/agent-reason`]: `the machine came up with ${image('a')}`,
      },
    });
  });
});

test.each([
  ['bootc', { status: { booted: { image: { image: { image: image('a') } } } } }, image('a')],
  ['bootc', { status: { booted: null } }, undefined],
  [
    'rpm-ostree',
    {
      deployments: [
        { booted: false, 'container-image-reference': `ostree-unverified-registry:${image('b')}` },
        { booted: true, 'container-image-reference': `ostree-unverified-registry:${image('a')}` },
      ],
    },
    image('a'),
  ],
  ['rpm-ostree', { deployments: [{ booted: true }] }, undefined],
  ['rpm-ostree', 'what', undefined],
] as const)('%s: what is booted is read of %j', (backend, status, booted) => {
  expect(hostPrograms[backend].booted(status)).toBe(booted);
});

test.each([
  ['bootc', { status: { staged: { image: { image: { image: image('b') } } } } }, image('b')],
  ['bootc', { status: { staged: null, booted: { image: { image: { image: image('a') } } } } }, undefined],
  [
    'rpm-ostree',
    {
      deployments: [
        { staged: true, 'container-image-reference': `ostree-unverified-registry:${image('b')}` },
        { booted: true, 'container-image-reference': `ostree-unverified-registry:${image('a')}` },
      ],
    },
    image('b'),
  ],
  ['rpm-ostree', { deployments: [{ booted: true, staged: false }] }, undefined],
] as const)('%s: what the next boot brings is read of %j', (backend, status, staged) => {
  expect(hostPrograms[backend].staged(status)).toBe(staged);
});
