import { applyMergePatch, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { describe, expect, it, test } from 'vitest';
import { planReturn } from './plan-return.ts';
import { planTakeover, type TakeoverPlan } from './plan-takeover.ts';
import {
  deployment,
  olmFacts,
  plainFacts,
  serviceVersion,
  subscription,
  webhook,
} from './takeover-facts.test-support.ts';
import type { TakeoverFacts } from './takeover-facts.ts';
import { takeoverState, whatStays } from './takeover-state.ts';
import type { Former, TakeoverStep } from './takeover-step.ts';
import { type WayBack, withSteps } from './way-back.ts';

const shown = ({ steps }: TakeoverPlan) =>
  steps.map(({ write, kind, name }) => `${write.verb} ${kind} ${name}`);
const reasons = ({ refusals }: TakeoverPlan) => refusals.map(({ reason }) => reason);
const none: WayBack = { namespace: 'kubevirt-hyperconverged', uid: 'uid-hc', objects: [] };

/** What a server makes of a step; pods come and go at once. */
function carriedOut(facts: TakeoverFacts, step: TakeoverStep): TakeoverFacts {
  const on = (objects: readonly JsonObject[]) =>
    objects.flatMap((each) =>
      textAt(each, 'metadata', 'name') === step.name && each.kind === step.kind
        ? writtenTo(each, step)
        : [each],
    );
  const created = step.write.verb === 'create' ? [step.write.object] : [];
  const { own } = facts;
  return {
    ...facts,
    deployments: on(facts.deployments),
    serviceVersions: on(facts.serviceVersions),
    subscriptions: on(facts.subscriptions),
    webhooks: [...on(facts.webhooks), ...created],
    own: {
      ...own,
      deployment: on(own.deployment === undefined ? [] : [own.deployment])[0],
      webhook: on(own.webhook === undefined ? [] : [own.webhook])[0],
    },
  };
}

function writtenTo(object: JsonObject, { write, kind }: TakeoverStep): readonly JsonObject[] {
  if (write.verb === 'delete') return [];
  const patched = write.verb === 'patch' ? objectAt(applyMergePatch(object, write.patch)) : object;
  if (kind !== 'Deployment') return [patched];
  const replicas = objectAt(patched, 'spec').replicas ?? 1;
  return [write.verb === 'wait' ? { ...patched, status: { replicas, readyReplicas: replicas } } : patched];
}

/** Does first step after first step; every state on the way, with its plan. */
function walked(facts: TakeoverFacts, plan: (facts: TakeoverFacts) => TakeoverPlan) {
  const states = [facts];
  for (;;) {
    const last = states.at(-1) ?? facts;
    const [step] = plan(last).steps;
    if (step === undefined) return states;
    states.push(carriedOut(last, step));
  }
}

const everything = { plain: plainFacts(), olm: olmFacts() };

test('a plain installation: webhooks go first, the operator last', () => {
  expect(shown(planTakeover(plainFacts()))).toEqual([
    'delete ValidatingWebhookConfiguration validate-hco.kubevirt.io',
    'delete MutatingWebhookConfiguration mutate-hco.kubevirt.io',
    'patch Deployment hyperconverged-cluster-operator',
    'patch Deployment hyperconverged-cluster-webhook',
    'wait Deployment hyperconverged-cluster-operator',
    'wait Deployment hyperconverged-cluster-webhook',
  ]);
});

test('of OLM: first what would bring it back, and the operators of operands stay in the version', () => {
  const plan = planTakeover(olmFacts());
  expect(shown(plan)).toEqual([
    'patch Subscription hco',
    'patch ClusterServiceVersion kubevirt-hyperconverged-operator.v1.16.0',
    'delete ValidatingWebhookConfiguration validate-hco.kubevirt.io-x7k2p',
    'patch Deployment hco-operator',
    'patch Deployment hco-webhook',
    'wait Deployment hco-operator',
    'wait Deployment hco-webhook',
  ]);
  expect(plan.steps[1]?.write).toEqual({
    verb: 'patch',
    resourceVersion: '7',
    patch: {
      spec: {
        install: {
          spec: {
            deployments: [
              { name: 'hco-operator', spec: { replicas: 0, template: {} } },
              { name: 'hco-webhook', spec: { replicas: 0, template: {} } },
              { name: 'virt-operator', spec: { replicas: 2 } },
            ],
          },
        },
        webhookdefinitions: [],
      },
    },
  });
  expect(plan.steps[1]?.changes).toEqual([
    { field: 'spec.install.spec.deployments[name=hco-operator].spec.replicas', before: 1, after: 0 },
    { field: 'spec.install.spec.deployments[name=hco-webhook].spec.replicas', before: 1, after: 0 },
    {
      field: 'spec.webhookdefinitions',
      before: ['validate-hco.kubevirt.io', 'mutate-hyperconverged-hco.kubevirt.io'],
      after: [],
    },
  ]);
});

describe.each(Object.entries(everything))('%s', (_, facts) => {
  it('half done at each step: the rest is planned, nothing twice, and nothing is refused', () => {
    const all = shown(planTakeover(facts));
    const states = walked(facts, planTakeover);
    expect(states.length - 1).toBe(all.length);
    expect(states.map((state) => shown(planTakeover(state)))).toEqual(
      states.map((__, done) => all.slice(done)),
    );
    expect(states.flatMap((state) => reasons(planTakeover(state)))).toEqual([]);
  });

  it('leads back to where it was, from each state on the way, also where it stops on the way back', () => {
    const states = walked(facts, planTakeover);
    let wayBack = none;
    for (const state of states) {
      wayBack = withSteps(wayBack, planTakeover(state).steps);
      const back = walked(state, (now) => planReturn(wayBack, now));
      const end = back.at(-1) ?? state;
      const { webhooks, own: __, ...rest } = end;
      const { webhooks: before, own: ___, ...first } = facts;
      expect(rest).toEqual(first);
      // OLM makes its own anew
      const isOlm = facts.serviceVersions.length > 0;
      const names = (list: readonly JsonObject[]) =>
        list.map(({ metadata }) => textAt(metadata, 'name')).sort();
      expect(names(webhooks)).toEqual(
        names(isOlm ? before.filter((each) => state.webhooks.includes(each)) : before),
      );
      expect(end.own.deployment).toMatchObject({ spec: { replicas: 0 } });
      expect(reasons(planReturn(wayBack, end))).toEqual([]);
    }
  });
});

test('nothing is to be done where nobody else is, and nothing is wrong with that', () => {
  const facts = plainFacts({
    deployments: [],
    webhooks: [],
    own: { deployment: undefined, leader: '', webhook: undefined },
  });
  expect(planTakeover(facts)).toEqual({ steps: [], refusals: [] });
  expect(takeoverState(facts).installation).toBe('none');
});

const kept = (annotations: JsonObject) =>
  deployment('hyperconverged-cluster-operator', { wanted: 1, metadata: { annotations } });
const refused: readonly (readonly [string, TakeoverFacts, string, string])[] = [
  [
    'a newer version',
    plainFacts({ version: '1.15.0' }),
    'DowngradeRefused',
    'version 1.16.0 configured this cluster, and this operator is version 1.15.0',
  ],
  [
    'what may not be read',
    plainFacts({ unread: [{ resource: 'deployments.apps', isNamespaced: true, because: 'may not list' }] }),
    'NotReadable',
    'kubectl create role adopt-list-deployments -n kubevirt-hyperconverged --verb=get,list --resource=deployments.apps',
  ],
  [
    'what has no namespace and may not be read',
    plainFacts({ unread: [{ resource: 'x.y', isNamespaced: false, because: 'no' }] }),
    'NotReadable',
    'kubectl create clusterrolebinding adopt-list-x --clusterrole=adopt-list-x --user=NAME',
  ],
  [
    'a deletion under way',
    plainFacts({ hyperConverged: { metadata: { name: 'hc', deletionTimestamp: '2026-01-01T00:00:00Z' } } }),
    'BeingDeleted',
    'wait until it is gone',
  ],
  [
    'an owner that is not there',
    olmFacts({ serviceVersions: [] }),
    'UnknownOwner',
    'belongs to ClusterServiceVersion kubevirt-hyperconverged-operator.v1.16.0, which is not there',
  ],
  [
    'OLM at work',
    olmFacts({ serviceVersions: [serviceVersion(1, [], 'Installing')] }),
    'InstallationUnderWay',
    'is Installing',
  ],
  [
    'webhooks of several in one configuration',
    plainFacts({ webhooks: [webhook('Validating', ['validate-hco.kubevirt.io', 'a.example.test'])] }),
    'MixedWebhooks',
    'also a.example.test, which would go with it',
  ],
  [
    'what Argo CD would write back',
    plainFacts({ deployments: [kept({ 'argocd.argoproj.io/tracking-id': 'x' })] }),
    'KeptElsewhere',
    'Argo CD looks after it',
  ],
  [
    'nobody who would take over',
    plainFacts({ own: { deployment: undefined, leader: '', webhook: undefined } }),
    'NotInstalled',
    'archipelago manifests --namespace kubevirt-hyperconverged --image REFERENCE | kubectl apply -f -',
  ],
  [
    'an installation of ours that does not lead',
    plainFacts({
      own: { deployment: deployment('archipelago-operator', { wanted: 0 }), leader: '', webhook: undefined },
    }),
    'NotInstalled',
    'nobody holds its lease',
  ],
];

test.each(refused)('%s is refused', (_, facts, reason, text) => {
  const { refusals } = planTakeover(facts);
  expect(refusals.map((each) => each.reason)).toContain(reason);
  expect(refusals.map(({ at, message, fix }) => `${at} ${message} ${fix}`).join('\n')).toContain(text);
});

const taken: readonly (readonly [string, TakeoverFacts])[] = [
  ['an older version', plainFacts({ version: '1.17.0' })],
  ['what Helm made once', plainFacts({ deployments: [kept({ 'meta.helm.sh/release-name': 'x' })] })],
  [
    'what OLM makes of a version that was changed',
    olmFacts({ serviceVersions: [serviceVersion(0, [], 'Pending')] }),
  ],
  [
    'a copy of a version that is installed elsewhere',
    plainFacts({
      serviceVersions: [
        { ...serviceVersion(1, [], 'Failed'), metadata: { labels: { 'olm.copiedFrom': 'x' } } },
      ],
    }),
  ],
];

test.each(taken)('%s is not refused', (_, facts) => {
  expect(planTakeover(facts).refusals).toEqual([]);
});

describe('the way back', () => {
  const stopped = [deployment('hyperconverged-cluster-operator', { wanted: 0 })];
  const former = {
    kind: 'Deployment',
    namespace: 'kubevirt-hyperconverged',
    name: 'hyperconverged-cluster-operator',
    replicas: 3,
  } as const;
  const wayBack = { ...none, objects: [{ ...former, uid: 'uid-hyperconverged-cluster-operator' }] };

  it('ends Archipelago before the other operator begins', () => {
    const own = {
      deployment: deployment('archipelago-operator', { wanted: 2 }),
      leader: 'ours',
      webhook: webhook('Validating', ['a'], { name: 'archipelago-hyperconverged' }),
    };
    expect(shown(planReturn(wayBack, plainFacts({ deployments: stopped, own })))).toEqual([
      'delete ValidatingWebhookConfiguration archipelago-hyperconverged',
      'patch Deployment archipelago-operator',
      'wait Deployment archipelago-operator',
      'patch Deployment hyperconverged-cluster-operator',
      'wait Deployment hyperconverged-cluster-operator',
    ]);
  });

  it('leaves what somebody has decided since', () => {
    const deployments = [deployment('hyperconverged-cluster-operator', { wanted: 5 })];
    const own = { deployment: undefined, leader: '', webhook: undefined };
    expect(planReturn(wayBack, plainFacts({ deployments, own })).steps).toEqual([]);
  });

  it('goes back from a cluster that had no HyperConverged then', () => {
    expect(planReturn({ ...wayBack, uid: '' }, plainFacts({ deployments: stopped })).refusals).toEqual([]);
  });

  it('starts and asks nobody but the other operator, whatever the file says', () => {
    const facts = olmFacts({ serviceVersions: [serviceVersion(1, [])] });
    const changed: Former = {
      kind: 'ClusterServiceVersion',
      namespace: 'kubevirt-hyperconverged',
      name: 'kubevirt-hyperconverged-operator.v1.16.0',
      uid: 'uid-csv',
      replicas: { 'virt-operator': 5 },
      webhookDefinitions: [{ generateName: 'all.evil.example', deploymentName: 'evil' }],
    };
    const { steps } = planReturn({ ...none, objects: [changed] }, facts);
    expect(steps.filter(({ kind }) => kind === 'ClusterServiceVersion')).toEqual([]);
  });

  it('gives back what was not written as not written', () => {
    const before = olmFacts({
      serviceVersions: [serviceVersion(undefined, [])],
      subscriptions: [subscription(undefined)],
    });
    const after = walked(before, planTakeover).at(-1) ?? before;
    const way = withSteps(none, planTakeover(before).steps);
    const end = walked(after, (now) => planReturn(way, now)).at(-1);
    expect(end?.serviceVersions).toEqual(before.serviceVersions);
    expect(end?.subscriptions).toEqual(before.subscriptions);
  });

  it('keeps what an earlier run took out of a version, where a later one takes out more', () => {
    const first = planTakeover(olmFacts()).steps;
    const again = planTakeover(
      olmFacts({ serviceVersions: [serviceVersion(0, ['validate-hco.kubevirt.io'])] }),
    ).steps;
    const version = withSteps(withSteps(none, first), again).objects.find(
      ({ kind }) => kind === 'ClusterServiceVersion',
    );
    expect(version).toMatchObject({
      replicas: { 'hco-operator': 1, 'hco-webhook': 1 },
      webhookDefinitions: [
        { generateName: 'mutate-hyperconverged-hco.kubevirt.io' },
        { generateName: 'validate-hco.kubevirt.io' },
      ],
    });
  });

  const wrong: readonly (readonly [string, WayBack, TakeoverFacts])[] = [
    ['OtherCluster', { ...wayBack, uid: 'uid-other' }, plainFacts({ deployments: stopped })],
    ['OtherCluster', { ...wayBack, namespace: 'other' }, plainFacts({ deployments: stopped })],
    [
      'NotThatObject',
      { ...wayBack, objects: [{ ...former, uid: 'uid-former' }] },
      plainFacts({ deployments: stopped }),
    ],
    ['NotThatObject', wayBack, plainFacts({ deployments: [] })],
    // nobody would look after the operands
    ['NobodyToGiveTo', { ...wayBack, objects: [] }, plainFacts({ deployments: stopped })],
    [
      'NobodyToGiveTo',
      { ...wayBack, objects: wayBack.objects.map((each) => ({ ...each, replicas: 0 })) },
      plainFacts({ deployments: stopped }),
    ],
    [
      'BeingDeleted',
      wayBack,
      plainFacts({
        deployments: stopped,
        hyperConverged: { metadata: { uid: 'uid-hc', deletionTimestamp: '2026-01-01T00:00:00Z' } },
      }),
    ],
    ['NotReadable', none, plainFacts({ unread: [{ resource: 'a.b', isNamespaced: true, because: 'no' }] })],
    [
      'InstalledByOlm',
      none,
      plainFacts({
        own: {
          deployment: { metadata: { labels: { 'olm.owner': 'archipelago.v1' } } },
          leader: 'x',
          webhook: undefined,
        },
      }),
    ],
  ];

  it.each(wrong)('is refused: %s', (reason, way, facts) => {
    expect(reasons(planReturn(way, facts))).toContain(reason);
  });
});

test('what runs and what stays is told', () => {
  expect(takeoverState(olmFacts())).toEqual({
    namespace: 'kubevirt-hyperconverged',
    installation: 'olm',
    version: '1.16.0',
    deployments: [
      { name: 'hco-operator', wanted: 1, running: 1 },
      { name: 'hco-webhook', wanted: 1, running: 1 },
    ],
    serviceVersions: [{ name: 'kubevirt-hyperconverged-operator.v1.16.0', phase: 'Succeeded' }],
    subscriptions: [{ name: 'hco', approval: 'Automatic' }],
    webhooks: ['ValidatingWebhookConfiguration validate-hco.kubevirt.io-x7k2p'],
    archipelago: { version: '1.16.0', leader: 'ours' },
  });
  expect(whatStays(takeoverState(olmFacts()))[1]).toContain(
    'ClusterServiceVersion kubevirt-hyperconverged-operator.v1.16.0',
  );
  expect(whatStays(takeoverState(plainFacts()))[1]).not.toContain('ClusterServiceVersion');
});
