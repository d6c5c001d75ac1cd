/** A kind of object an API server serves, as the caller's static table gives it. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

/** Which object of a resource. `namespace` is required for namespaced resources only. */
export interface ObjectName {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** Parts of a path below a resource. Without `namespace` a namespaced resource means all namespaces. */
interface PathParts {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

/** `v1` or `apps/v1`, as `apiVersion` spells it. */
export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `nodes` or `daemonsets.apps`: how messages and metrics name a resource. */
export function resourceName({ group, plural }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Path of the group and version, where discovery of it lives. */
export function groupVersionPath({ group, version }: Resource): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

/** Path of a collection, an object or a subresource. */
export function resourcePath(resource: Resource, { namespace, name, subresource }: PathParts): string {
  if (resource.namespaced && name !== undefined && namespace === undefined) {
    throw new Error(`${resourceName(resource)} ${name}: a namespaced object needs a namespace`);
  }
  const inNamespace =
    resource.namespaced && namespace !== undefined ? ['namespaces', segment('namespace', namespace)] : [];
  const object = name === undefined ? [] : [segment('name', name)];
  const below = subresource === undefined ? [] : [subresource];
  return [groupVersionPath(resource), ...inNamespace, resource.plural, ...object, ...below].join('/');
}

/** What the server's own check of path segments refuses would reach another object here. */
function segment(field: string, value: string): string {
  if (value === '' || value === '.' || value === '..' || /[/%]/.test(value)) {
    throw new Error(
      `${field} ${JSON.stringify(value)}: cannot be part of a path; it is empty, . or .., or has / or %`,
    );
  }
  return encodeURIComponent(value);
}
