import { expect, it } from 'vitest';
import { otherOperators, type SeenDeployment } from './other-operators.ts';

const seen: SeenDeployment = {
  namespace: 'ns',
  name: 'hco-operator',
  wanted: 1,
  running: 1,
  isGoing: false,
  serviceVersion: undefined,
};
const command = 'kubectl scale deployment hco-operator -n ns --replicas=0';
const cases: readonly (readonly [string, Partial<SeenDeployment>, readonly (string | undefined)[]])[] = [
  ['runs', {}, [command]],
  ['is about to run', { running: 0 }, [command]],
  ['was scaled to nothing', { wanted: 0, running: 0 }, []],
  ['stops: there is nothing to do but to wait', { wanted: 0 }, [undefined]],
  ['is being deleted', { isGoing: true }, [undefined]],
  [
    'was made by OLM, which would scale it up again',
    { serviceVersion: 'hco.v1.16.0' },
    [
      'OLM would bring it back, so change ClusterServiceVersion hco.v1.16.0: kubectl get csv hco.v1.16.0 -n ns -o json | jq \'(.spec.install.spec.deployments[] | select(.name == "hco-operator")).spec.replicas = 0\' | kubectl replace -f -',
    ],
  ],
];

it.each(cases)('a Deployment of another operator that %s', (_, more, fixes) => {
  const findings = otherOperators([{ ...seen, ...more }]);
  expect(findings.map(({ fix }) => fix)).toEqual(fixes);
  for (const finding of findings)
    expect(finding).toMatchObject({ at: 'Deployment ns/hco-operator', reason: 'AnotherOperator' });
});
