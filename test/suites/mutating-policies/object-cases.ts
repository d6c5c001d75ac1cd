import type { JsonObject } from '@archipelago/apimachinery';
import { configMap, configMaps, type Step } from '../webhooks/webhook-case.ts';
import {
  about,
  applying,
  collection,
  configMapCase,
  create,
  creating,
  labelling,
  type PolicyCase,
  rulesFor,
} from './policy-case.ts';

const container = { name: 'c', image: 'i', env: [{ name: 'A', value: '1' }], args: ['x'] };
const pod: JsonObject = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { automountServiceAccountToken: false, containers: [container] },
};
const deployment: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', labels: { a: 'b' } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
  },
};

function onPods(title: string, ...expressions: readonly string[]): PolicyCase {
  return {
    title: `a pod: ${title}`,
    policies: [{ spec: about(rulesFor('pods'), ...expressions.map(applying)) }],
    steps: [creating(collection('pods'), pod)],
  };
}

function onDeployments(title: string, expression: string, ...more: readonly Step[]): PolicyCase {
  return {
    title: `a deployment: ${title}`,
    policies: [{ spec: about(rulesFor('deployments', 'apps'), applying(expression)) }],
    steps: [creating(collection('deployments', 'apps'), deployment), ...more],
  };
}

const one = `${collection('deployments', 'apps')}/d`;
const spec = (fields: string) => `Object{spec: Object.spec{${fields}}}`;
const template = (fields: string) =>
  spec(`template: Object.spec.template{spec: Object.spec.template.spec{${fields}}}`);
const containers = (fields: string) =>
  spec(`containers: object.spec.containers.map(c, Object.spec.containers{name: c.name, ${fields}})`);

/** What an `Object` does to objects of built-in kinds. */
export const objectCases: readonly PolicyCase[] = [
  configMapCase('an Object: a label and data', [
    applying('Object{metadata: Object.metadata{labels: {"b": "2"}}, data: {"b": "2", "a": "3"}}'),
  ]),
  configMapCase('an Object: nothing', [applying('Object{}')]),
  configMapCase('an Object: what is not there yet', [applying('Object{binaryData: {"b": "YQ=="}}')]),
  configMapCase('an Object: no value', [
    applying('Object{data: {?"b": optional.none(), ?"c": optional.of("1")}, ?immutable: optional.none()}'),
  ]),
  configMapCase('an Object: null', [applying('Object{immutable: null}')]),
  configMapCase('an Object: a null in a map', [applying('Object{data: {"a": null}}')]),
  configMapCase('an Object: an optional without value', [applying('Object{immutable: optional.none()}')]),
  configMapCase('an Object: an optional with a value', [applying('Object{immutable: optional.of(true)}')]),
  configMapCase('an Object: lists that are added up', [
    applying('Object{metadata: Object.metadata{finalizers: ["example.com/a"] + ["example.com/b"]}}'),
  ]),
  configMapCase('an Object: a list with optional elements', [
    applying(
      'Object{metadata: Object.metadata{finalizers: [?optional.none(), ?optional.of("example.com/b")]}}',
    ),
  ]),
  configMapCase('an Object: a map that is computed', [
    applying('Object{data: object.data.transformMap(k, v, v + "!")}'),
  ]),
  configMapCase('an Object: keys that are no texts', [applying('Object{data: {1: "a"}}')]),
  configMapCase('an Object: a condition', [
    applying('has(object.data.b) ? Object{data: {"c": "1"}} : Object{}'),
    applying('object.data.?a.hasValue() ? Object{data: {"d": object.data[?"a"].value()}} : Object{}'),
  ]),
  configMapCase('an Object: an empty map', [applying('Object{data: {}}')]),
  configMapCase('an Object: a set', [
    applying('Object{metadata: Object.metadata{finalizers: ["example.com/b", "example.com/c"]}}'),
    applying('Object{metadata: Object.metadata{finalizers: ["example.com/c", "example.com/a"]}}'),
  ]),
  configMapCase('an Object: a set with one value twice', [
    applying('Object{metadata: Object.metadata{finalizers: ["example.com/b", "example.com/b"]}}'),
  ]),
  configMapCase('an Object: owners', [
    applying(
      'Object{metadata: Object.metadata{ownerReferences: [Object.metadata.ownerReferences{apiVersion: "v1", kind: "Pod", name: "p", uid: "u"}]}}',
    ),
  ]),
  configMapCase('an Object: a field that is not there', [applying('Object{spec: Object.spec{a: 1}}')]),
  configMapCase('an Object: a value of another type', [applying('Object{data: {"a": 1}}')]),
  configMapCase('an Object: a list for a map', [applying('Object{data: ["a"]}')]),
  configMapCase('an Object: types that do not fit the fields', [
    applying('Object{metadata: Object.spec{labels: {"a": "b"}}}'),
  ]),
  configMapCase('an Object: types that do not fit, deep', [
    applying('Object{metadata: Object.metadata{labels: Object.metadata.wrong{a: "b"}}}'),
  ]),
  configMapCase('an Object: the type of a map written as an Object', [
    applying('Object{metadata: Object.metadata{labels: Object.metadata.labels{a: "b"}}}'),
  ]),
  configMapCase('an Object: another name', [applying('Object{metadata: Object.metadata{name: "other"}}')]),
  configMapCase('an Object: another kind', [applying('Object{kind: "Secret", apiVersion: "v2"}')]),
  configMapCase('an Object: a label that is invalid', [labelling('a', '"no label"')]),
  configMapCase(
    'an Object: creations, updates, patches',
    [labelling('seen', 'request.operation')],
    [
      create,
      { method: 'PUT', path: `${configMaps}/a?fieldManager=suite`, body: configMap('a', { a: '2' }) },
      { method: 'PATCH', path: `${configMaps}/a?fieldManager=suite`, body: { data: { c: '3' } } },
      {
        method: 'PATCH',
        path: `${configMaps}/a?fieldManager=suite`,
        body: { metadata: { labels: { seen: null } } },
      },
      { method: 'DELETE', path: `${configMaps}/a` },
    ],
  ),
  configMapCase('an Object: what is read from the object', [
    applying('Object{data: object.data, metadata: Object.metadata{annotations: object.metadata.labels}}'),
    applying('Object{data: {"size": string(size(object.data)), "old": string(oldObject == null)}}'),
  ]),
  onPods('a variable of a container', containers('env: [Object.spec.containers.env{name: "B", value: "2"}]')),
  onPods('a variable that is there', containers('env: [Object.spec.containers.env{name: "A", value: "2"}]')),
  onPods(
    'another container before',
    spec(
      'containers: [Object.spec.containers{name: "side", image: "s"}, Object.spec.containers{name: "c", image: "j"}]',
    ),
    spec('initContainers: [Object.spec.initContainers{name: "init", image: "k", restartPolicy: "Always"}]'),
  ),
  onPods('a container without a name', spec('containers: [Object.spec.containers{image: "s"}]')),
  onPods('a port without a protocol', containers('ports: [Object.spec.containers.ports{containerPort: 80}]')),
  onPods('atomic lists', containers('args: ["y"]')),
  onPods('an atomic map', spec('nodeSelector: {"a": "b"}')),
  onPods('a toleration', spec('tolerations: [Object.spec.tolerations{key: "a", operator: "Exists"}]')),
  onPods(
    'a security context',
    containers('securityContext: Object.spec.containers.securityContext{runAsNonRoot: true}'),
  ),
  onPods('an amount', containers('resources: Object.spec.containers.resources{limits: {"cpu": "0.5"}}')),
  onPods('a number for a text', containers('image: 5')),
  onDeployments('one more replica', spec('replicas: object.spec.replicas + 1')),
  onDeployments('replicas as text', spec('replicas: "3"')),
  onDeployments('replicas as double', spec('replicas: 3.0')),
  onDeployments('replicas as a fraction', spec('replicas: 3.5')),
  onDeployments('too few replicas', spec('replicas: -1')),
  onDeployments('null replicas', spec('replicas: null')),
  onDeployments('its selector', spec('selector: Object.spec.selector{matchLabels: {"a": "b"}}')),
  onDeployments(
    'its containers',
    template('containers: [Object.spec.template.spec.containers{name: "c", image: "j"}]'),
  ),
  onDeployments('its status', 'Object{status: Object.status{replicas: 3}}', {
    method: 'PATCH',
    path: `${one}/status?fieldManager=suite`,
    body: { status: { replicas: 1 } },
  }),
  {
    title: 'a service: ports by two keys',
    policies: [
      {
        spec: about(
          rulesFor('services'),
          applying(
            'Object{spec: Object.spec{ports: [Object.spec.ports{port: 80, protocol: "TCP", name: "http", targetPort: "web"}, Object.spec.ports{port: 80, protocol: "UDP", name: "other"}]}}',
          ),
        ),
      },
    ],
    steps: [
      creating(collection('services'), {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 's' },
        spec: {
          clusterIP: 'None',
          selector: { a: 'b' },
          ipFamilyPolicy: 'SingleStack',
          ipFamilies: ['IPv4'],
          ports: [{ port: 80, name: 'web' }],
        },
      }),
    ],
  },
  {
    title: 'a secret: texts as data',
    policies: [
      { spec: about(rulesFor('secrets'), applying('Object{stringData: {"b": "c"}, data: {"d": "ZQ=="}}')) },
    ],
    steps: [
      creating(collection('secrets'), {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 's' },
        data: { a: 'Yg==' },
      }),
    ],
  },
];
