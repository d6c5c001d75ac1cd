import { expect, test } from 'vitest';
import { World } from './simulated-world.test-support.ts';

test.each(['Opaque', 'kubernetes.io/basic-auth', 'helm.sh/release.v1'])(
  'a secret of type %s is refused by name, and no job gets it',
  (type) => {
    const world = new World({ nodes: { a: 'amd64' } });
    world.secretTypes = { push: type };
    world.run();
    const resolved = world.condition('Resolved');
    expect(resolved).toMatchObject({ status: 'False', reason: 'SecretUnusable' });
    expect(resolved?.message).toContain(
      `push is of type ${type}; logins are of type kubernetes.io/dockerconfigjson`,
    );
    expect(world.jobs()).toEqual([]);
    world.secretTypes = { push: 'kubernetes.io/dockercfg' };
    world.run();
    expect(world.condition('Resolved')).toMatchObject({ status: 'True' });
  },
);

test('a secret that is not there is told, with the namespace where it has to be', () => {
  const world = new World({ nodes: { a: 'amd64' } });
  world.secretTypes = {};
  const { findings } = world.run().plan();
  expect(findings).toMatchObject([{ level: 'warning', reason: 'SecretMissing' }]);
  expect(findings[0]?.message).toContain('Secret push is not in namespace layering');
});
