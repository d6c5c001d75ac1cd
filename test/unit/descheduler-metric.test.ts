import { afterEach, expect, it } from 'vitest';
import { configurations } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { customResourceDefinition } from '../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import { kubeDescheduler } from '../../packages/archipelago/src/simulation/definitions/openshift/kube-descheduler.ts';
import { createWorld, demand, kubernetesObject, type World } from '../suites/operator-world.ts';
import { eventually } from '../support/eventually.ts';

let world: World | undefined;
afterEach(() => world?.stop());

it('a descheduler that is installed while the operator runs is watched from then on', async () => {
  const without = ['kubedeschedulers.operator.openshift.io'];
  const here = await createWorld({ openshift: true }, { without });
  world = here;
  const operator = here.startOperator();
  await here.quiet();
  const shown = () => {
    operator.refreshMetrics();
    return operator.metrics.samples('misconfiguredDescheduler').map(({ value }) => value);
  };
  const soon = (value: number) => eventually(async () => expect(shown()).toEqual([value]));
  expect(shown()).toEqual([0]);
  await here.define([customResourceDefinition(kubeDescheduler)]);
  await here.quiet();
  // there is none as yet
  expect(shown()).toEqual([0]);
  const { descheduler } = configurations;
  const name = { namespace: here.namespace, name: 'cluster' };
  const patch = (spec: object) =>
    here.client.patch(descheduler, name, { type: 'merge', body: { spec: { ...spec } } });
  const made = { apiVersion: 'operator.openshift.io/v1', kind: 'KubeDescheduler', metadata: name };
  const spec = { profiles: ['LongLifecycle'] };
  demand(await here.client.create(descheduler, kubernetesObject({ ...made, spec })));
  await soon(1);
  demand(await patch({ profiles: ['KubeVirtRelieveAndMigrate'] }));
  await soon(0);
  demand(await patch({ profiles: ['LongLifecycle'] }));
  await soon(1);
  demand(await patch({ profileCustomizations: { devEnableEvictionsInBackground: true } }));
  await soon(0);
  demand(await patch({ profileCustomizations: null }));
  await soon(1);
  demand(await here.client.delete(descheduler, name));
  await soon(0);
});
