import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { upstreamDefinitions } from '../../../../../test/support/upstream-definitions.ts';
import { customResourceDefinition, type ResourceDefinition } from './declaration/resource-definition.ts';
import { sandboxDefinitions } from './sandbox-definitions.ts';

const { definitions, instances } = sandboxDefinitions('openshift');

function at(value: JsonValue | undefined, ...path: readonly (string | number)[]): JsonValue | undefined {
  let found = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else found = isJsonObject(found) ? found[String(key)] : undefined;
  }
  return found;
}

function upstream(definition: ResourceDefinition): JsonObject | undefined {
  return upstreamDefinitions.get(`${definition.plural}.${definition.group}`);
}

/** What a user of kubectl or of the API can tell two definitions apart by. */
function visible(crd: JsonObject, version: string): JsonValue {
  const versions = at(crd, 'spec', 'versions');
  const stored = Array.isArray(versions) ? versions.find((each) => at(each, 'storage') === true) : undefined;
  const columns = at(stored, 'additionalPrinterColumns');
  const names = at(crd, 'spec', 'names');
  const kind = at(names, 'kind');
  return {
    name: at(crd, 'metadata', 'name') ?? null,
    scope: at(crd, 'spec', 'scope') ?? null,
    names: isJsonObject(names) ? { listKind: `${String(kind)}List`, ...names } : null,
    version,
    storedVersion: at(stored, 'name') ?? null,
    status: at(stored, 'subresources', 'status') !== undefined,
    columns: Array.isArray(columns)
      ? columns.map((column) => [at(column, 'name'), at(column, 'type'), at(column, 'jsonPath')].join(' '))
      : [],
    required: at(stored, 'schema', 'openAPIV3Schema', 'required') ?? null,
  };
}

function withoutProse(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (!isJsonObject(value)) return value ?? null;
  const dropped = new Set(['description', 'example', 'title', 'externalDocs']);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, below]) => !(dropped.has(key) && typeof below === 'string'))
      .map(([key, below]) => [key, withoutProse(below)]),
  );
}

test('names, versions, columns and status are those of upstream', () => {
  const compared = definitions.filter((definition) => {
    const theirs = upstream(definition);
    if (theirs === undefined) return false;
    expect(visible(customResourceDefinition(definition), definition.version)).toEqual(
      visible(theirs, definition.version),
    );
    return true;
  });
  console.log(
    `definitions: ${compared.length} of ${definitions.length} compared with ${upstreamDefinitions.size} upstream files`,
  );
  expect(compared.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['KubeVirt', 'CDI', 'NetworkAddonsConfig', 'SSP', 'AAQ', 'KubeDescheduler']),
  );
});

test("the operands' spec schemas are upstream's without prose", () => {
  const kinds = ['KubeVirt', 'CDI', 'NetworkAddonsConfig', 'SSP', 'AAQ'];
  for (const definition of definitions.filter(({ kind }) => kinds.includes(kind))) {
    const theirs = upstream(definition);
    const versions = at(theirs, 'spec', 'versions');
    const stored = Array.isArray(versions)
      ? versions.find((each) => at(each, 'storage') === true)
      : undefined;
    expect(definition.members.spec, definition.kind).toEqual(
      withoutProse(at(stored, 'schema', 'openAPIV3Schema', 'properties', 'spec')),
    );
  }
});

test("the Machine Config Operator's schemas are upstream's without prose, rules over the whole object included", () => {
  const group = 'machineconfiguration.openshift.io';
  const compared = definitions.filter(
    (definition) => definition.group === group && upstream(definition) !== undefined,
  );
  expect(compared.map(({ kind }) => kind)).toEqual([
    'MachineConfigPool',
    'MachineOSConfig',
    'MachineOSBuild',
  ]);
  for (const definition of compared) {
    const schema = ['schema', 'openAPIV3Schema'];
    const [ours, theirs] = [customResourceDefinition(definition), upstream(definition)].map((crd) =>
      at(crd, 'spec', 'versions', 0, ...schema),
    );
    expect(withoutProse(ours), definition.kind).toEqual(withoutProse(theirs));
  }
});

test('plain Kubernetes has no kind of OpenShift', () => {
  const groups = sandboxDefinitions('kubernetes').definitions.map(({ group }) => group);
  expect(groups.filter((group) => group.endsWith('openshift.io'))).toEqual([]);
  expect(sandboxDefinitions('kubernetes').instances).toEqual([]);
});

test('every instance is of its definition', () => {
  for (const { definition, object } of instances) {
    expect([object.apiVersion, object.kind]).toEqual([
      `${definition.group}/${definition.version}`,
      definition.kind,
    ]);
  }
  expect(instances.length).toBe(6);
  for (const { object } of instances)
    expect(at(object, 'metadata', 'annotations', 'archipelago.dev/simulated')).toBe('true');
});
