import { type FieldError, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { containerRules, podRules } from './container-rules.ts';
import { duplicate, invalidValue, notFound, notSupported, required } from './field-errors.ts';
import { fieldErrors } from './field-rules.ts';
import { label } from './name-rules.ts';
import { duplicateNames } from './port-names.ts';
import { requestErrors } from './request-errors.ts';

/** What a kube-apiserver refuses in a pod's spec: names, images, mounts and policies. The rest is taken as it is. */
export function podSpecErrors(
  spec: JsonObject,
  at: string,
  /** Volumes that come from elsewhere. */
  moreVolumes: readonly string[] = [],
): readonly FieldError[] {
  const volumes = objectsAt(spec, 'volumes');
  const known = new Set([...volumes.map((volume) => textAt(volume, 'name')), ...moreVolumes]);
  const containers = objectsAt(spec, 'containers');
  const initContainers = objectsAt(spec, 'initContainers');
  const taken = new Set<string>();
  return [
    ...namesOf(volumes, `${at}.volumes`, new Set()),
    ...(containers.length === 0 ? [required(`${at}.containers`, '')] : []),
    ...containersErrors(containers, `${at}.containers`, { known, taken }),
    ...containersErrors(initContainers, `${at}.initContainers`, { known, taken }),
    ...fieldErrors(spec, podRules, at),
    ...oneOf(`${at}.restartPolicy`, textAt(spec, 'restartPolicy'), restartPolicies),
    ...oneOf(`${at}.dnsPolicy`, textAt(spec, 'dnsPolicy'), dnsPolicies),
  ];
}

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

interface Names {
  /** Of volumes. */
  readonly known: ReadonlySet<string>;
  /** Of containers before; grows. */
  readonly taken: Set<string>;
}

function containersErrors(
  containers: readonly JsonObject[],
  at: string,
  { known, taken }: Names,
): readonly FieldError[] {
  return containers.flatMap((container, index) => {
    const place = `${at}[${index}]`;
    return [
      ...namesOf([container], at, taken, index),
      ...(textAt(container, 'image') === '' ? [required(`${place}.image`, '')] : []),
      ...oneOf(`${place}.imagePullPolicy`, textAt(container, 'imagePullPolicy'), pullPolicies),
      ...fieldErrors(container, containerRules, place),
      ...duplicateNames(objectsAt(container, 'ports').filter(hasName), `${place}.ports`),
      ...requestErrors(objectAt(container, 'resources'), `${place}.resources`),
      ...mountErrors(objectsAt(container, 'volumeMounts'), `${place}.volumeMounts`, known),
    ];
  });
}

function hasName(port: JsonObject): boolean {
  return textAt(port, 'name') !== '';
}

/** Names of volumes or containers: labels, each once; `taken` grows. */
function namesOf(
  list: readonly JsonObject[],
  at: string,
  taken: Set<string>,
  first = 0,
): readonly FieldError[] {
  return list.flatMap((one, index) => {
    const name = textAt(one, 'name');
    const field = `${at}[${first + index}].name`;
    if (name === '') return [required(field, '')];
    const problems = label(name);
    if (problems.length > 0) return problems.map((problem) => invalidValue(field, name, problem));
    if (taken.has(name)) return [duplicate(field, name)];
    taken.add(name);
    return [];
  });
}

function mountErrors(
  mounts: readonly JsonObject[],
  at: string,
  known: ReadonlySet<string>,
): readonly FieldError[] {
  const paths = new Set<string>();
  return mounts.flatMap((mount, index) => {
    const [name, path] = [textAt(mount, 'name'), textAt(mount, 'mountPath')];
    const isRepeated = path !== '' && paths.has(path);
    paths.add(path);
    return [
      ...(name === '' ? [required(`${at}[${index}].name`, '')] : []),
      ...(known.has(name) && name !== '' ? [] : [notFound(`${at}[${index}].name`, name)]),
      ...(path === '' ? [required(`${at}[${index}].mountPath`, '')] : []),
      ...(isRepeated ? [invalidValue(`${at}[${index}].mountPath`, path, 'must be unique')] : []),
    ];
  });
}

function oneOf(field: string, value: string, supported: readonly string[]): readonly FieldError[] {
  return value === '' || supported.includes(value) ? [] : [notSupported(field, value, supported)];
}
