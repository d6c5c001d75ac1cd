import { isJsonObject, type JsonValue, listAt, textAt, valueAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { builtInTypes } from '../built-in/built-in-types.ts';
import { Registry } from '../resources/registry.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { pathsOf } from './operations.ts';

const registry = new Registry(builtInTypes);

function typeOf(group: string, version: string, plural: string): ResourceType {
  const type = registry.find(group, version, plural);
  if (type === undefined) throw new Error(`no ${plural}`);
  return type;
}

function modelOf(content: JsonValue | undefined, type: string): string {
  return textAt(content, type, 'schema', '$ref').replace('#/components/schemas/', '');
}

/** Each operation in one line: `get read… → model`, its query parameters, and what may be sent. */
function linesOf(type: ResourceType): Readonly<Record<string, readonly string[]>> {
  const lines = Object.entries(pathsOf(type)).map(([path, item]) => {
    const { parameters, ...operations } = isJsonObject(item) ? item : {};
    const described = Object.entries(operations).map(([method, operation]) => {
      const query = listAt(operation, 'parameters').map((each) => textAt(each, 'name'));
      const body = valueAt(operation, 'requestBody', 'content');
      const sent = isJsonObject(body)
        ? Object.keys(body).map((each) => `${each}: ${modelOf(body, each)}`)
        : [];
      return [
        `${method} ${textAt(operation, 'operationId')}`,
        ...(query.length === 0 ? [] : [`?${query.join('&')}`]),
        ...(sent.length === 0 ? [] : [`< ${sent.join(', ')}`]),
        `→ ${modelOf(valueAt(operation, 'responses', '200', 'content'), 'application/json')}`,
      ].join(' ');
    });
    const named = listAt({ parameters }, 'parameters').map((each) => textAt(each, 'name'));
    return [`${path} (${named.join(', ')})`, described] as const;
  });
  return Object.fromEntries(lines);
}

const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const write = '?dryRun&fieldManager&fieldValidation';
const patches = ['apply-patch+yaml', 'json-patch+json', 'merge-patch+json', 'strategic-merge-patch+json']
  .map((each) => `application/${each}: ${meta}.Patch`)
  .join(', ');

describe('the operations of a type', () => {
  test('are those it serves, on the collection, the object and the status', () => {
    const pod = 'io.k8s.api.core.v1.Pod';
    const id = 'CoreV1NamespacedPod';
    expect(linesOf(typeOf('', 'v1', 'pods'))).toEqual({
      '/api/v1/namespaces/{namespace}/pods (namespace)': [
        `get list${id} → ${pod}List`,
        `post create${id} ${write} < */*: ${pod} → ${pod}`,
        `delete deleteCollection${id} → ${meta}.Status`,
      ],
      '/api/v1/namespaces/{namespace}/pods/{name} (name, namespace)': [
        `get read${id} → ${pod}`,
        `put replace${id} ${write} < */*: ${pod} → ${pod}`,
        `patch patch${id} ${write}&force < ${patches} → ${pod}`,
        `delete delete${id} → ${meta}.Status`,
      ],
      '/api/v1/namespaces/{namespace}/pods/{name}/status (name, namespace)': [
        `get read${id} → ${pod}`,
        `put replace${id} ${write} < */*: ${pod} → ${pod}`,
        `patch patch${id} ${write}&force < ${patches} → ${pod}`,
      ],
    });
  });

  test('of one in the cluster need no namespace', () => {
    const lines = linesOf(typeOf('storage.k8s.io', 'v1', 'storageclasses'));
    expect(Object.keys(lines)).toEqual([
      '/apis/storage.k8s.io/v1/storageclasses ()',
      '/apis/storage.k8s.io/v1/storageclasses/{name} (name)',
    ]);
    expect(lines['/apis/storage.k8s.io/v1/storageclasses/{name} (name)']?.[0]).toBe(
      'get readStorageK8sIoV1StorageClass → io.k8s.api.storage.v1.StorageClass',
    );
  });
});
