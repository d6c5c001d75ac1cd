import {
  applyDefaults,
  compileSchema,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStructuralSchema,
} from '@archipelago/apimachinery';

/** What an API server adds to an object of a kind before it stores or shows it. */
export type Defaulting = (object: JsonObject) => JsonObject;

const nothing: Defaulting = (object) => object;

/** Members of a schema that decide which defaults go where. */
const containers = ['properties', 'items', 'additionalProperties'] as const;

/**
 * The part of a CustomResourceDefinition's schema that fills in defaults of `spec`: a few members of what can
 * be megabytes. Undefined where there is nothing to fill in.
 */
export function defaultsSchema(definition: JsonObject, version: string): JsonObject | undefined {
  const versions = at(definition, 'spec', 'versions');
  const served = (isJsonList(versions) ? versions : []).find((entry) => at(entry, 'name') === version);
  const spec = at(served, 'schema', 'openAPIV3Schema', 'properties', 'spec');
  const trimmed = isJsonObject(spec) ? withDefaultsOnly(spec) : undefined;
  return trimmed === undefined ? undefined : { type: 'object', properties: { spec: trimmed } };
}

/** The schema without everything that has no default in it or below. */
function withDefaultsOnly(schema: JsonObject): JsonObject | undefined {
  const below = containers.flatMap((name): readonly [string, JsonObject][] => {
    const value = schema[name];
    if (!isJsonObject(value)) return [];
    const kept = name === 'properties' ? propertiesWithDefaults(value) : withDefaultsOnly(value);
    return kept === undefined ? [] : [[name, kept]];
  });
  if (below.length === 0 && schema.default === undefined) return undefined;
  const { type, default: value, nullable } = schema;
  return {
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { default: value }),
    ...(nullable === undefined ? {} : { nullable }),
    ...Object.fromEntries(below),
  };
}

function propertiesWithDefaults(properties: JsonObject): JsonObject | undefined {
  const kept = Object.entries(properties).flatMap(([name, schema]): readonly [string, JsonObject][] => {
    const trimmed = isJsonObject(schema) ? withDefaultsOnly(schema) : undefined;
    return trimmed === undefined ? [] : [[name, trimmed]];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** Fills in what {@link defaultsSchema} kept; a schema that no server would accept fills in nothing. */
export function defaultingBySchema(schema: JsonObject | undefined): Defaulting {
  if (schema === undefined) return nothing;
  const parsed = parseStructuralSchema(schema);
  if (!parsed.ok) return nothing;
  const compiled = compileSchema(parsed.schema);
  return (object) => asObject(applyDefaults(compiled, object));
}

const text = (value: string): JsonObject => ({ type: 'string', default: value });
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });

const container = object({
  imagePullPolicy: text('IfNotPresent'),
  terminationMessagePath: text('/dev/termination-log'),
  terminationMessagePolicy: text('File'),
  resources: object({}, { default: {} }),
  env: list(object({ valueFrom: object({ fieldRef: object({ apiVersion: text('v1') }) }) })),
});

const podSpec = object({
  restartPolicy: text('Always'),
  dnsPolicy: text('ClusterFirst'),
  schedulerName: text('default-scheduler'),
  terminationGracePeriodSeconds: { type: 'integer', default: 30 },
  securityContext: object({}, { default: {} }),
  containers: list(container),
  volumes: list(object({ hostPath: object({ type: text('') }) })),
});

const rollingUpdate = object(
  {
    maxUnavailable: { 'x-kubernetes-int-or-string': true, default: 1 },
    maxSurge: { 'x-kubernetes-int-or-string': true, default: 0 },
  },
  { default: {} },
);

/** What kube-apiserver fills in for the built-in kinds we create (Kubernetes API reference). */
const builtIn: Readonly<Record<string, JsonObject>> = {
  PriorityClass: object({ preemptionPolicy: text('PreemptLowerPriority') }),
  DaemonSet: object({
    spec: object({
      revisionHistoryLimit: { type: 'integer', default: 10 },
      updateStrategy: object({ type: text('RollingUpdate'), rollingUpdate }, { default: {} }),
      template: object({ spec: podSpec }),
    }),
  }),
};

/** Fills in a built-in kind's defaults; kinds without any stay as they are. */
export function builtInDefaulting(kind: string): Defaulting {
  const known = builtInByKind.get(kind);
  if (known !== undefined) return known;
  const bySchema = defaultingBySchema(builtIn[kind]);
  const defaulting =
    kind === 'DaemonSet' ? (daemonSet: JsonObject) => podDefaults(bySchema(daemonSet)) : bySchema;
  builtInByKind.set(kind, defaulting);
  return defaulting;
}

const builtInByKind = new Map<string, Defaulting>();

/** The pod's account has a second, older name, which the server keeps equal. */
function podDefaults(daemonSet: JsonObject): JsonObject {
  const spec = asObject(at(daemonSet, 'spec'));
  const template = asObject(spec.template);
  const pod = asObject(template.spec);
  const { serviceAccountName } = pod;
  if (serviceAccountName === undefined) return daemonSet;
  const named = { ...pod, serviceAccount: serviceAccountName };
  return { ...daemonSet, spec: { ...spec, template: { ...template, spec: named } } };
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function at(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (node, name) => (isJsonObject(node) && Object.hasOwn(node, name) ? node[name] : undefined),
    value,
  );
}
