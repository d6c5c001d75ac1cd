import type { ObjectMeta } from '@archipelago/apimachinery';

/** Whose boot sources are, as annotations and labels say it (`docs/compatibility/golden-images.md#ownership`). */
export interface Owner {
  /** `<namespace>/<name>` of the resource they follow from. */
  readonly resource: string;
  /** `<Kind>.<group>` of that resource. */
  readonly type: string;
  /** Value of `app.kubernetes.io/managed-by`. */
  readonly managedBy: string;
  /** `app.kubernetes.io/part-of` and `…/version`, where there are any. */
  readonly partOf?: string;
  readonly version?: string;
}

const resourceAnnotation = 'operator-sdk/primary-resource';
const typeAnnotation = 'operator-sdk/primary-resource-type';

/** Owner references cannot cross namespaces, annotations can. */
export function ownerAnnotations(owner: Owner): Readonly<Record<string, string>> {
  return { [resourceAnnotation]: owner.resource, [typeAnnotation]: owner.type };
}

/** Labels of every object that is wholly ours. */
export function appLabels(owner: Owner): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/name': 'data-sources',
    'app.kubernetes.io/component': 'templating',
    'app.kubernetes.io/managed-by': owner.managedBy,
    ...(owner.partOf === undefined ? {} : { 'app.kubernetes.io/part-of': owner.partOf }),
    ...(owner.version === undefined ? {} : { 'app.kubernetes.io/version': owner.version }),
  };
}

/** True for an object that carries this owner's annotations. */
export function isOwnedBy(owner: Owner, metadata: ObjectMeta): boolean {
  const { annotations = {} } = metadata;
  return Object.entries(ownerAnnotations(owner)).every(([key, value]) => annotations[key] === value);
}
