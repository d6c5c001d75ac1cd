import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { builtInDefaulting, defaultingBySchema, defaultsSchema } from './server-defaults.ts';

const spec: JsonObject = {
  type: 'object',
  description: 'left out',
  required: ['kept'],
  properties: {
    plain: { type: 'string' },
    kept: { type: 'integer', default: 3, minimum: 1 },
    off: { type: 'boolean', default: false },
    nothing: { type: 'string', nullable: true, default: 'x' },
    whole: { type: 'object', default: {}, properties: { in: { type: 'string', default: 'inside' } } },
    deep: {
      type: 'object',
      properties: { in: { type: 'string', default: 'inside' }, out: { type: 'string' } },
    },
    list: {
      type: 'array',
      items: { type: 'object', properties: { in: { type: 'string', default: 'each' } } },
    },
    map: {
      type: 'object',
      additionalProperties: { type: 'object', properties: { in: { type: 'string', default: 'every' } } },
    },
  },
};

function definition(name: string, schema: JsonObject): JsonObject {
  const openAPIV3Schema = { type: 'object', properties: { spec: schema, status: spec } };
  return { spec: { versions: [{ name: 'v0' }, { name, schema: { openAPIV3Schema } }] } };
}

const trimmed = defaultsSchema(definition('v1', spec), 'v1');

describe('what is kept of a definition', () => {
  it('is what fills in defaults of the spec, and nothing else', () => {
    const { plain: _, deep: __, ...properties } = spec.properties as Record<string, JsonObject>;
    expect(trimmed).toEqual({
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            ...properties,
            kept: { type: 'integer', default: 3 },
            deep: { type: 'object', properties: { in: { type: 'string', default: 'inside' } } },
          },
        },
      },
    });
  });

  it.each<[string, JsonObject | undefined]>([
    ['of another version', defaultsSchema(definition('v1', spec), 'v2')],
    ['without defaults', defaultsSchema(definition('v1', { type: 'object', properties: { a: {} } }), 'v1')],
    ['without a schema', defaultsSchema({ spec: { versions: [{ name: 'v1' }] } }, 'v1')],
    ['that makes no sense', defaultsSchema({ spec: { versions: 7 } }, 'v1')],
  ])('is nothing of one %s', (_, kept) => {
    expect(kept).toBeUndefined();
  });
});

describe('defaults', () => {
  it('are filled in where a server would', () => {
    const filled = defaultingBySchema(trimmed)({
      spec: { deep: {}, list: [{}, { in: 'own' }], map: { a: {} }, nothing: null, plain: 'p' },
      status: {},
    });
    expect(filled).toEqual({
      spec: {
        kept: 3,
        off: false,
        nothing: null,
        whole: { in: 'inside' },
        deep: { in: 'inside' },
        list: [{ in: 'each' }, { in: 'own' }],
        map: { a: { in: 'every' } },
        plain: 'p',
      },
      status: {},
    });
  });

  it('are none where nothing is known, or what is known makes no sense', () => {
    const object = { spec: {} };
    expect(defaultingBySchema(undefined)(object)).toEqual(object);
    expect(defaultingBySchema({ type: 'nonsense', properties: 7 })(object)).toEqual(object);
    expect(builtInDefaulting('ConfigMap')(object)).toEqual(object);
  });

  it('of built-in kinds are those of the API server', () => {
    expect(builtInDefaulting('PriorityClass')({ value: 1 })).toEqual({
      value: 1,
      preemptionPolicy: 'PreemptLowerPriority',
    });
    const env = [
      { name: 'A', valueFrom: { fieldRef: { fieldPath: 'x' } } },
      { name: 'B', value: 'b' },
    ];
    const pod = { serviceAccountName: 'a', containers: [{ name: 'c', env }], volumes: [{ hostPath: {} }] };
    const filled = builtInDefaulting('DaemonSet')({ spec: { template: { spec: pod } } });
    expect(filled).toEqual({
      spec: {
        revisionHistoryLimit: 10,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
        template: {
          spec: {
            serviceAccountName: 'a',
            serviceAccount: 'a',
            restartPolicy: 'Always',
            dnsPolicy: 'ClusterFirst',
            schedulerName: 'default-scheduler',
            terminationGracePeriodSeconds: 30,
            securityContext: {},
            containers: [
              {
                name: 'c',
                imagePullPolicy: 'IfNotPresent',
                terminationMessagePath: '/dev/termination-log',
                terminationMessagePolicy: 'File',
                resources: {},
                env: [
                  { name: 'A', valueFrom: { fieldRef: { fieldPath: 'x', apiVersion: 'v1' } } },
                  { name: 'B', value: 'b' },
                ],
              },
            ],
            volumes: [{ hostPath: { type: '' } }],
          },
        },
      },
    });
    expect(builtInDefaulting('DaemonSet')(filled)).toEqual(filled);
  });

  it('leave a pod without an account without one', () => {
    const filled = builtInDefaulting('DaemonSet')({ spec: { template: { spec: {} } } });
    const { template } = isJsonObject(filled.spec) ? filled.spec : {};
    expect(template).not.toMatchObject({ spec: { serviceAccount: expect.anything() } });
  });
});
