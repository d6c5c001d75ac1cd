import { isJsonObject, type JsonObject, textAt, valueAt } from '@archipelago/apimachinery';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../../json/json-access.ts';
import { type EmbeddedCluster, startEmbeddedCluster } from '../../start-embedded-cluster.ts';

const admissionPath = '/apis/admissionregistration.k8s.io/v1';

interface Answer {
  readonly status: number;
  readonly message: string;
  readonly warning: string;
  readonly body: JsonObject;
}

let cluster: EmbeddedCluster;

beforeEach(async () => {
  cluster = await startEmbeddedCluster({ insecure: true });
});

afterEach(() => cluster.stop());

async function send(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const response = await fetch(`${cluster.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': type, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  if (!isJsonObject(json)) throw new Error(`${path}: no object`);
  return {
    status: response.status,
    message: textAt(json, 'message'),
    warning: response.headers.get('warning') ?? '',
    body: json,
  };
}

const configMapRule = {
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  resources: ['configmaps'],
};

interface Given {
  readonly policy: object;
  readonly binding?: object;
  readonly rule?: object;
}

async function enforce({ policy, binding = {}, rule = configMapRule }: Given): Promise<void> {
  const created = await send('POST', `${admissionPath}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { matchConstraints: { resourceRules: [rule] }, ...policy },
  });
  expect(created.message).toBe('');
  const bound = await send('POST', `${admissionPath}/validatingadmissionpolicybindings`, {
    metadata: { name: 'b' },
    spec: { policyName: 'p', validationActions: ['Deny'], ...binding },
  });
  expect(bound.message).toBe('');
}

function makeConfigMap(name: string, data: object, headers = {}): Promise<Answer> {
  const body = { metadata: { name, labels: { l: name } }, data };
  return send('POST', '/api/v1/namespaces/default/configmaps', body, headers);
}

const by = "ValidatingAdmissionPolicy 'p' with binding 'b' denied request:";

describe('a policy', () => {
  test('uses variables, each once evaluated, and says which one failed', async () => {
    await enforce({
      policy: {
        variables: [
          { name: 'data', expression: 'object.data' },
          { name: 'size', expression: 'size(variables.data)' },
        ],
        validations: [
          { expression: 'variables.size < 2', messageExpression: "'has ' + string(variables.size)" },
        ],
      },
    });
    expect((await makeConfigMap('a', { x: '1' })).status).toBe(201);
    expect((await makeConfigMap('b', { x: '1', y: '2' })).message).toBe(
      `configmaps "b" is forbidden: ${by} has 2`,
    );
    const { message } = await send('POST', '/api/v1/namespaces/default/configmaps', {
      metadata: { name: 'c' },
    });
    expect(message).toContain(
      'composited variable "size" fails to evaluate: composited variable "data" fails',
    );
  });

  test('matchConditions leave out what they do not take', async () => {
    await enforce({
      policy: {
        matchConditions: [
          { name: 'not-admin', expression: "request.userInfo.username != 'kubernetes-admin'" },
        ],
        validations: [{ expression: 'false', reason: 'Forbidden' }],
      },
    });
    expect((await makeConfigMap('a', {})).status).toBe(201);
    const other = { 'impersonate-user': 'jane', 'impersonate-group': 'system:masters' };
    const denied = await makeConfigMap('b', {}, other);
    expect([denied.status, denied.message]).toEqual([
      403,
      `configmaps "b" is forbidden: ${by} failed expression: false`,
    ]);
  });

  test('failurePolicy Ignore lets through what cannot be judged', async () => {
    await enforce({
      policy: { failurePolicy: 'Ignore', validations: [{ expression: "object.data.x == '1'" }] },
    });
    expect((await makeConfigMap('a', { y: '1' })).status).toBe(201);
    expect((await makeConfigMap('b', { x: '2' })).status).toBe(422);
  });

  test('judges deletions, one by one and of a collection', async () => {
    await enforce({
      policy: {
        validations: [{ expression: "request.operation != 'DELETE' || oldObject.metadata.name != 'kept'" }],
      },
    });
    await makeConfigMap('kept', {});
    await makeConfigMap('other', {});
    const path = '/api/v1/namespaces/default/configmaps';
    expect((await send('DELETE', `${path}/kept`)).status).toBe(422);
    expect((await send('DELETE', `${path}/other`)).status).toBe(200);
    expect((await send('DELETE', path)).message).toContain('configmaps "Unknown" is forbidden');
  });

  test('sees the scale of a workload as a Scale', async () => {
    await enforce({
      rule: {
        apiGroups: ['apps'],
        apiVersions: ['v1'],
        operations: ['UPDATE'],
        resources: ['deployments/scale'],
      },
      policy: { validations: [{ expression: 'object.spec.replicas <= 3 && oldObject.kind == "Scale"' }] },
    });
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await send('POST', '/apis/apps/v1/namespaces/default/deployments', {
      metadata: { name: 'd' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    });
    const scale = '/apis/apps/v1/namespaces/default/deployments/d/scale';
    expect((await send('PATCH', scale, { spec: { replicas: 3 } })).status).toBe(200);
    expect((await send('PATCH', scale, { spec: { replicas: 4 } })).message).toContain(
      `"d" is forbidden: ${by}`,
    );
    const { body } = await send('GET', scale);
    expect([body.spec, body.status]).toEqual([{ replicas: 3 }, { replicas: 0, selector: 'a=b' }]);
  });

  test('params are found by label, each judges, and missing ones deny', async () => {
    await enforce({
      policy: {
        paramKind: { apiVersion: 'v1', kind: 'Secret' },
        validations: [{ expression: 'object.metadata.name != params.metadata.name' }],
      },
      binding: { paramRef: { selector: { matchLabels: { use: 'me' } }, parameterNotFoundAction: 'Deny' } },
    });
    expect((await makeConfigMap('a', {})).message).toContain(
      'failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction',
    );
    for (const name of ['x', 'y'])
      await send('POST', '/api/v1/namespaces/default/secrets', { metadata: { name, labels: { use: 'me' } } });
    expect((await makeConfigMap('a', {})).status).toBe(201);
    expect((await makeConfigMap('y', {})).status).toBe(422);
  });

  test('an Equivalent rule takes other versions of the same objects, an Exact one does not', async () => {
    const rule = {
      apiGroups: ['events.k8s.io'],
      apiVersions: ['v1'],
      operations: ['CREATE'],
      resources: ['events'],
    };
    await enforce({
      rule,
      policy: { validations: [{ expression: "object.apiVersion != 'events.k8s.io/v1'" }] },
    });
    const event = { metadata: { name: 'e' }, involvedObject: { namespace: 'default' }, reason: 'r' };
    expect((await send('POST', '/api/v1/namespaces/default/events', event)).status).toBe(422);
    const spec = { matchConstraints: { matchPolicy: 'Exact', resourceRules: [rule] } };
    await send('PATCH', `${admissionPath}/validatingadmissionpolicies/p`, { spec });
    expect((await send('POST', '/api/v1/namespaces/default/events', event)).status).toBe(201);
  });

  test('warns without denying', async () => {
    await enforce({
      policy: { validations: [{ expression: 'false', message: 'no' }] },
      binding: { validationActions: ['Warn'] },
    });
    const { status, warning } = await makeConfigMap('a', {});
    expect([status, warning]).toEqual([
      201,
      `299 - "Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': no"`,
    ]);
  });

  test('objectSelector, and the namespace of an object and of a namespace', async () => {
    await enforce({
      rule: { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['*'] },
      policy: {
        validations: [
          {
            expression: 'false',
            messageExpression: "'in ' + namespaceObject.metadata.name",
            message: 'in none',
          },
        ],
      },
      binding: {
        matchResources: {
          namespaceSelector: { matchLabels: { free: 'no' } },
          objectSelector: { matchExpressions: [{ key: 'l', operator: 'Exists' }] },
        },
      },
    });
    const namespace = (free: string) => ({ metadata: { name: free, labels: { free, l: 'x' } } });
    expect((await send('POST', '/api/v1/namespaces', namespace('yes'))).status).toBe(201);
    expect((await send('POST', '/api/v1/namespaces', namespace('no'))).message).toContain('in none');
    await send('PATCH', '/api/v1/namespaces/default', { metadata: { labels: { free: 'no' } } });
    expect((await makeConfigMap('a', {})).message).toContain('in default');
    expect(
      (await send('POST', '/api/v1/nodes', { metadata: { name: 'n', labels: { l: 'x' } } })).status,
    ).toBe(422);
    expect((await send('POST', '/api/v1/nodes', { metadata: { name: 'n' } })).status).toBe(201);
  });

  test('an endless expression ends by its cost', async () => {
    const items = Array.from({ length: 300 }, (_, index) => `k${index}`);
    const list = `[${items.map((item) => `'${item}'`).join(',')}]`;
    await enforce({
      policy: {
        validations: [{ expression: `${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c != 'x')))` }],
      },
    });
    const { status, message } = await makeConfigMap('a', {});
    expect(status).toBe(422);
    expect(message).toMatch(/cost/);
  });
});

describe('a policy is refused', () => {
  const cases: readonly (readonly [string, object, string])[] = [
    [
      'authorizer',
      { validations: [{ expression: "authorizer.path('/x').check('get').allowed()" }] },
      "spec.validations[0].expression: Invalid value: \"authorizer.path('/x').check('get').allowed()\": the embedded cluster does not implement the variable authorizer",
    ],
    [
      'an unknown variable',
      { validations: [{ expression: 'variables.x' }] },
      "undeclared reference to 'variables'",
    ],
    [
      'params without a kind',
      { validations: [{ expression: 'params.x' }] },
      "undeclared reference to 'params'",
    ],
    [
      'an unknown part of the request',
      { validations: [{ expression: "request.nam == ''" }] },
      "undefined field 'nam'",
    ],
    [
      'a message that is no text',
      { validations: [{ expression: 'true', messageExpression: '1' }] },
      'spec.validations[0].messageExpression: Invalid value: "1": must evaluate to string but got int',
    ],
    [
      'a reason nobody knows',
      { validations: [{ expression: 'true', reason: 'No' }] },
      'spec.validations[0].reason: Unsupported value: "No"',
    ],
    [
      'variables in conditions',
      {
        variables: [{ name: 'v', expression: 'true' }],
        matchConditions: [{ name: 'c', expression: 'variables.v' }],
        validations: [{ expression: 'true' }],
      },
      "undeclared reference to 'variables'",
    ],
    [
      'no rules',
      { matchConstraints: {}, validations: [{ expression: 'true' }] },
      'spec.matchConstraints.resourceRules: Required value',
    ],
    [
      'a name that is none',
      { variables: [{ name: 'a-b', expression: '1' }], validations: [{ expression: 'true' }] },
      'spec.variables[0].name: Invalid value: "a-b": must be a valid CEL identifier',
    ],
  ];

  test.each(cases)('for %s', async (_, spec, wanted) => {
    const { status, message } = await send('POST', `${admissionPath}/validatingadmissionpolicies`, {
      metadata: { name: 'p' },
      spec: { matchConstraints: { resourceRules: [configMapRule] }, ...spec },
    });
    expect(status).toBe(422);
    expect(message).toContain(wanted);
  });

  test('policies do not judge themselves', async () => {
    const rule = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] };
    await enforce({ rule, policy: { validations: [{ expression: 'false' }] } });
    expect((await makeConfigMap('a', {})).status).toBe(422);
    const { body } = await send('DELETE', `${admissionPath}/validatingadmissionpolicybindings/b`);
    expect(valueAt(metadataOf(body), 'name') ?? body.status).toBe('Success');
    expect((await makeConfigMap('a', {})).status).toBe(201);
  });
});
