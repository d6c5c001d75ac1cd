import type { JsonObject } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../refusals/refusal.ts';
import { TestServer } from '../../test-server.test-support.ts';
import { Consultation } from '../../webhooks/consultation.ts';
import { matchResources, reviewFor } from './match-resources.ts';
import type { PolicyReview } from './policy-review.ts';

let api: TestServer;

beforeEach(async () => {
  api = new TestServer();
  await api.must('POST', '/api/v1/namespaces', { metadata: { name: 'ns', labels: { tier: 'prod' } } });
});

type What = Partial<Omit<PolicyReview, 'call'>> & {
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
};

/** The creation of a ConfigMap `a` in `ns`, or of what else is said. */
function review({ group = '', resource = 'configmaps', subresource = '', ...more }: What): PolicyReview {
  const { state } = api.server;
  const type = state.registry.find(group, 'v1', resource);
  if (type === undefined) throw new Error(`${resource} is not served`);
  const request = {
    method: 'POST',
    path: '',
    query: new URLSearchParams(),
    headers: {},
    body: new Uint8Array(),
  };
  return {
    call: {
      server: state,
      request,
      type,
      user: { name: 'u', groups: [] },
      subresource,
      warnings: [],
      consultation: new Consultation({
        outgoing: async () => ({ kind: 'failed', problem: 'nobody answers' }),
        resolveService: () => 'no services',
        uuid: () => '',
        stopping: new AbortController().signal,
      }),
    },
    operation: 'CREATE',
    name: 'a',
    namespace: 'ns',
    object: { metadata: { name: 'a', labels: { app: 'x' } } },
    old: undefined,
    dryRun: false,
    ...more,
  };
}

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] };
const labelled = (labels: JsonObject) => ({ metadata: { name: 'a', labels } });
const node = { resource: 'nodes', namespace: '' };
const eventsRule = { ...rule, apiGroups: ['events.k8s.io'], resources: ['events'] };

describe('a rule', () => {
  const cases: readonly (readonly [JsonObject, What, boolean])[] = [
    [{}, {}, true],
    [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }, {}, true],
    [{ apiGroups: ['apps'] }, {}, false],
    [{ apiGroups: ['apps', ''] }, {}, true],
    [{ apiVersions: ['v2'] }, {}, false],
    [{ operations: ['UPDATE', 'DELETE'] }, {}, false],
    [{ operations: ['UPDATE', 'DELETE'] }, { operation: 'DELETE' }, true],
    [{ operations: [] }, {}, false],
    [{ resources: ['secrets'] }, {}, false],
    [{ resources: ['secrets', 'configmaps'] }, {}, true],
    [{ scope: '' }, {}, true],
    [{ scope: '*' }, {}, true],
    [{ scope: 'Namespaced' }, {}, true],
    [{ scope: 'Cluster' }, {}, false],
    [{ scope: '*', resources: ['nodes'] }, node, true],
    [{ scope: 'Cluster', resources: ['nodes'] }, node, true],
    [{ scope: 'Namespaced', resources: ['nodes'] }, node, false],
    [{ resourceNames: ['a'] }, {}, true],
    [{ resourceNames: ['b'] }, {}, false],
    [{ resourceNames: ['b', 'a'] }, {}, true],
    [{ resourceNames: ['a'] }, { name: '' }, false],
    [{ resources: ['pods'] }, { resource: 'pods', subresource: 'status' }, false],
    [{ resources: ['*'] }, { resource: 'pods', subresource: 'status' }, false],
    [{ resources: ['pods/status'] }, { resource: 'pods', subresource: 'status' }, true],
    [{ resources: ['pods/status'] }, { resource: 'pods' }, false],
    [{ resources: ['pods/log'] }, { resource: 'pods', subresource: 'status' }, false],
    [{ resources: ['pods/*'] }, { resource: 'pods', subresource: 'status' }, true],
    [{ resources: ['pods/*'] }, { resource: 'pods' }, true],
    [{ resources: ['*/status'] }, { resource: 'pods', subresource: 'status' }, true],
    [{ resources: ['*/*'] }, { resource: 'pods' }, true],
    [{ resources: ['secrets/*'] }, { resource: 'pods' }, false],
  ];

  test.each(cases)('%j of %j: %s', (change, what, isTaken) => {
    const asked = review(what);
    const match = { resourceRules: [{ ...rule, ...change }] };
    expect(matchResources(match, asked)).toBe(isTaken ? asked.call.type : undefined);
    const except = { excludeResourceRules: [{ ...rule, ...change }] };
    expect(matchResources(except, asked)).toBe(isTaken ? undefined : asked.call.type);
  });

  test('need not be the first', () => {
    const rules = [{ ...rule, resources: ['secrets'] }, rule];
    expect(matchResources({ resourceRules: rules }, review({}))?.plural).toBe('configmaps');
  });

  test('is one of many that none needs', () => {
    expect(matchResources({}, review({}))?.plural).toBe('configmaps');
    expect(matchResources({ resourceRules: [] }, review({}))?.plural).toBe('configmaps');
  });
});

describe('a selector', () => {
  const app = { objectSelector: { matchLabels: { app: 'x' } } };
  const tier = { namespaceSelector: { matchLabels: { tier: 'prod' } } };
  const other = { namespaceSelector: { matchLabels: { tier: 'test' } } };
  const untiered = { namespaceSelector: { matchExpressions: [{ key: 'tier', operator: 'DoesNotExist' }] } };
  const namespaces = { resource: 'namespaces', name: 'ns' };

  const cases: readonly (readonly [JsonObject, What, boolean])[] = [
    [{ objectSelector: {}, namespaceSelector: {} }, {}, true],
    [app, {}, true],
    [app, { object: labelled({ app: 'y' }) }, false],
    [app, { object: labelled({}) }, false],
    // what an update takes a label from counts as well
    [app, { object: labelled({}), old: labelled({ app: 'x' }) }, true],
    [app, { object: undefined, old: labelled({ app: 'x' }) }, true],
    [app, { object: undefined, old: labelled({}) }, false],
    [{ objectSelector: { matchExpressions: [{ key: 'a', operator: 'Odd' }] } }, {}, false],
    [tier, {}, true],
    [other, {}, false],
    [untiered, {}, false],
    [other, node, true],
    // a namespace that is gone has no labels
    [tier, { namespace: 'gone' }, false],
    [untiered, { namespace: 'gone' }, true],
    // of a namespace that is written the new labels count, of one that is deleted the present ones
    [other, { ...namespaces, object: labelled({ tier: 'test' }) }, true],
    [tier, { ...namespaces, object: labelled({ tier: 'test' }) }, false],
    [tier, { ...namespaces, object: undefined }, true],
  ];

  test.each(cases)('%j of %j: %s', (match, what, isTaken) => {
    expect(matchResources(match, review(what)) !== undefined).toBe(isTaken);
  });
});

describe('the version a policy is about', () => {
  const events = { resource: 'events', object: { kind: 'Event', apiVersion: 'v1', message: 'm' } };
  const converted = (...asked: Parameters<typeof reviewFor>) => {
    const found = reviewFor(...asked);
    return found instanceof Refusal ? undefined : found;
  };
  const given = (matchConstraints: JsonObject) => ({ spec: { matchConstraints } });

  test('is another one that serves the same objects: they are converted', () => {
    const found = converted(
      given({ resourceRules: [eventsRule] }),
      review({ ...events, old: events.object }),
    );
    expect(found?.matched.group).toBe('events.k8s.io');
    expect(found?.object).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'm' });
    expect(found?.old).toMatchObject({ apiVersion: 'events.k8s.io/v1', note: 'm' });
  });

  test('is the one of the request first', () => {
    const both = { ...rule, apiGroups: ['*'], resources: ['events'] };
    const found = converted(given({ resourceRules: [both] }), review(events));
    expect([found?.matched.group, found?.object]).toEqual(['', events.object]);
    expect(found?.old).toBeUndefined();
  });

  test('is only that one where the policy says Exact', () => {
    const exact = { matchPolicy: 'Exact', resourceRules: [eventsRule] };
    expect(reviewFor(given(exact), review(events))).toBeUndefined();
    expect(reviewFor(given({ ...exact, matchPolicy: 'Equivalent' }), review(events))).toBeDefined();
  });

  test('does not convert a scale, which has a kind of its own', () => {
    const scaled = { ...eventsRule, resources: ['events/scale'] };
    const asked = review({ ...events, subresource: 'scale' });
    const found = converted(given({ resourceRules: [scaled] }), asked);
    expect([found?.matched.group, found?.object]).toEqual(['events.k8s.io', events.object]);
  });

  test('is none without constraints, or when they are about something else', () => {
    expect(reviewFor({ spec: {} }, review({}))).toBeUndefined();
    expect(reviewFor(given({ resourceRules: [eventsRule] }), review({}))).toBeUndefined();
  });
});
