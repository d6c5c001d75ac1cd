import { type FieldError, type JsonObject, jsonEqual, objectAt, objectsAt } from '@archipelago/apimachinery';
import { forbiddenField } from './field-errors.ts';
import { withoutFields } from './without-fields.ts';

interface Versions {
  readonly object: JsonObject;
  readonly old: JsonObject;
}

const changeable =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

/** A pod stays as it was made, but for a few fields. */
export function podChangeErrors({ object, old }: Versions): readonly FieldError[] {
  const [wanted, had] = [objectAt(object, 'spec'), objectAt(old, 'spec')];
  const isCounted = ['containers', 'initContainers'].find(
    (list) => objectsAt(wanted, list).length !== objectsAt(had, list).length,
  );
  if (isCounted !== undefined)
    return [forbiddenField(`spec.${isCounted}`, 'pod updates may not add or remove containers')];
  const isGated = objectsAt(had, 'schedulingGates').length > 0;
  if (jsonEqual(lasting(wanted, isGated), lasting(had, isGated)))
    return lostTolerations(wanted, had) ? [forbiddenField('spec.tolerations', onlyMore)] : [];
  return [forbiddenField('spec', `pod updates may not change fields other than ${changeable}`)];
}

const onlyMore = 'existing toleration can not be modified except its tolerationSeconds';

/** What of a spec cannot change; a pod that waits behind gates may still change where it will go. */
function lasting(spec: JsonObject, isGated: boolean): JsonObject {
  const rest = withoutFields(spec, 'activeDeadlineSeconds', 'tolerations', 'schedulingGates');
  return {
    ...(isGated ? withoutFields(rest, 'nodeSelector', 'affinity') : rest),
    containers: withoutImages(spec, 'containers'),
    initContainers: withoutImages(spec, 'initContainers'),
  };
}

function withoutImages(spec: JsonObject, list: string): readonly JsonObject[] {
  return objectsAt(spec, list).map((container) => withoutFields(container, 'image'));
}

function lostTolerations(wanted: JsonObject, had: JsonObject): boolean {
  const untimed = (toleration: JsonObject) => withoutFields(toleration, 'tolerationSeconds');
  const kept = objectsAt(wanted, 'tolerations').map(untimed);
  return objectsAt(had, 'tolerations').some((toleration) => {
    const lasting = untimed(toleration);
    return !kept.some((one) => jsonEqual(one, lasting));
  });
}
