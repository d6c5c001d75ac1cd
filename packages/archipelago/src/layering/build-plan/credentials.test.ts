import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { names } from '../api/layering-names.ts';
import { World } from './simulated-world.test-support.ts';

/** A build that ended because of a login begins anew when one of the logins that it uses is another, and for no other secret. */

const two = { a: 'amd64', b: 'arm64' };
const spec: JsonObject = {
  baseImagePullSecret: { name: 'base' },
  intermediate: {
    repository: 'images.example.com:5000/os',
    pushSecret: { name: 'middle' },
    pullSecret: { name: 'pull' },
  },
};
const secrets = { base: '1', push: '1', middle: '1', pull: '1', other: '1' };

function ended(reason: string): World {
  const world = new World({ nodes: two, spec });
  world.secrets = secrets;
  world.assembly = () => ({ kind: 'report', data: { reason, message: 'no' } });
  world.run();
  expect(world.build().status).toMatchObject({ phase: 'Failed', reason, message: 'no' });
  return world;
}

const causes = (world: World) =>
  world.builds().map(({ object }) => object.metadata.annotations?.[names.cause]);

describe('a login that is renewed', () => {
  test.each<[secret: string, isUsed: boolean]>([
    ['base', true],
    ['push', true],
    ['middle', true],
    ['pull', true],
    ['other', false],
  ])('%s: the failed build begins anew is %s', (secret, isUsed) => {
    const world = ended('PushDenied');
    world.after(3600);
    expect(causes(world)).toEqual(['Wanted']);
    world.assembly = () => undefined;
    world.secrets = { ...secrets, [secret]: '2' };
    world.run();
    expect(causes(world)).toEqual(isUsed ? ['Wanted', 'CredentialsChanged'] : ['Wanted']);
    expect(world.build().status.phase).toBe(isUsed ? 'Succeeded' : 'Failed');
    expect(world.started).toHaveLength(2);
  });

  test.each<[reason: string, isOfLogin: boolean]>([
    ['PushDenied', true],
    ['PullDenied', true],
    ['AssemblyFailed', true],
    ['VerificationFailed', false],
  ])('after %s begins it anew is %s', (reason, isOfLogin) => {
    const world = ended(reason);
    world.secrets = { ...secrets, push: '2' };
    world.run();
    expect(causes(world)).toHaveLength(isOfLogin ? 2 : 1);
  });

  test('that is made, taken away, or takes the place of another is another login', () => {
    const world = ended('PushDenied');
    const { push: _, ...without } = secrets;
    for (const [index, now] of [without, secrets, { ...secrets, push: '3' }].entries()) {
      world.secrets = now;
      world.run();
      expect(world.builds().at(-1)?.spec.retry).toBe(index + 1);
    }
  });

  test('by another secret’s name is another login, although its content is as old', () => {
    const world = ended('PushDenied');
    world.editSpec({ renderedImagePushSecret: { name: 'other' } });
    world.run();
    expect(causes(world)).toEqual(['Wanted', 'CredentialsChanged']);
    expect(world.build().spec.renderedImagePushSecret).toEqual({ name: 'other' });
  });

  test('begins once: what fails with it waits for the next', () => {
    const world = ended('PushDenied');
    world.secrets = { ...secrets, push: '2' };
    world.run();
    world.after(3600);
    expect(causes(world)).toEqual(['Wanted', 'CredentialsChanged']);
    expect(world.build().status).toMatchObject({ phase: 'Failed', reason: 'PushDenied' });
    world.assembly = () => undefined;
    world.secrets = { ...secrets, push: '3' };
    world.run();
    expect(world.builds().at(-1)?.status.phase).toBe('Succeeded');
  });

  test('does nothing to a build that has succeeded, or goes on', () => {
    const world = new World({ nodes: two, spec });
    world.secrets = secrets;
    world.assembly = () => ({ kind: 'hang' });
    world.run();
    world.secrets = { ...secrets, push: '2' };
    world.run();
    expect(causes(world)).toEqual(['Wanted']);
    world.assembly = () => undefined;
    world.run();
    world.secrets = { ...secrets, push: '3' };
    world.through(7200);
    expect([causes(world), world.started.length]).toEqual([['Wanted'], 2]);
  });
});

describe('the logins that failed', () => {
  const failing = (log: string) => {
    const world = new World({ nodes: two, spec });
    world.secrets = secrets;
    world.behaviour = (architecture, _attempt, job) => {
      if (architecture !== 'arm64') return { kind: 'succeed' };
      world.end(job, 'Failed', 65, log);
      return { kind: 'hang' };
    };
    return world;
  };

  test('are those of the platform that failed; the jobs of the others are not asked', () => {
    const world = failing('unauthorized');
    const { behaviour } = world;
    world.behaviour = () => ({ kind: 'hang' });
    world.run();
    const [first] = world.jobs();
    const amd64 = world.jobs().find(({ metadata }) => metadata.labels?.[names.architecture] === 'amd64');
    if (first === undefined || amd64 === undefined) throw new Error('no jobs');
    world.edit('Job', amd64.metadata.name, { metadata: { annotations: { [names.credentials]: 'others' } } });
    world.behaviour = behaviour;
    world.run();
    expect(world.build().status).toMatchObject({
      phase: 'Failed',
      credentials: first.metadata.annotations?.[names.credentials],
    });
    world.after(60);
    expect(world.builds()).toHaveLength(1);
  });

  test('are told of failed builds only', () => {
    const world = failing('unauthorized').run();
    expect(world.build().status.credentials).toMatch(/\S/);
    expect(new World({ nodes: two }).run().build().status).not.toHaveProperty('credentials');
  });
});
