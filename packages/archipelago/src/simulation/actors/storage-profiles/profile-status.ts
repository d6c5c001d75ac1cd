import {
  conditionOf,
  type JsonObject,
  type JsonValue,
  listAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { provisionerKey } from './provisioner-key.ts';
import { type ProvisionerTraits, provisionerTraits } from './provisioner-table.ts';

/** What CDI's controller of StorageProfiles looks at. */
interface ProfileFacts {
  readonly storageClass: JsonObject;
  /** As it is now, spec and status. */
  readonly profile: JsonObject;
  readonly snapshotClasses: readonly JsonObject[];
  readonly volumes: readonly JsonObject[];
  /** RFC 3339. */
  readonly now: string;
}

const strategies = ['copy', 'snapshot', 'csi-clone'];
const defaultSnapshotClass = 'snapshot.storage.kubernetes.io/is-default-class';
const handMade = 'kubernetes.io/no-provisioner';

/**
 * The status that CDI gives a StorageProfile. Undefined: the spec names a VolumeSnapshotClass that is not there, or is another driver's;
 * CDI fails, and what the status said before stays.
 */
export function profileStatus(facts: ProfileFacts): JsonObject | undefined {
  const { storageClass, profile } = facts;
  const snapshotClass = snapshotClassOf(facts);
  if (snapshotClass === undefined) return undefined;
  const key = provisionerKey(storageClass);
  const traits = key === undefined ? undefined : provisionerTraits(key);
  const sets = setsOf(facts, traits);
  // never taken back, even when the class is gone
  const told = snapshotClass === '' ? textAt(profile, 'status', 'snapshotClass') : snapshotClass;
  const cloneStrategy = cloneStrategyOf(facts, traits, snapshotClass !== '');
  return {
    storageClass: textAt(storageClass, 'metadata', 'name'),
    provisioner: textAt(storageClass, 'provisioner'),
    ...(sets.length === 0 ? {} : { claimPropertySets: sets }),
    ...(cloneStrategy === '' ? {} : { cloneStrategy }),
    dataImportCronSourceFormat: sourceFormatOf(profile, traits, snapshotClass !== ''),
    ...(told === '' ? {} : { snapshotClass: told }),
    conditions: [recognized(facts, key, traits)],
  };
}

/** Empty where there is none; undefined where the spec asks for one that cannot be. */
function snapshotClassOf({ storageClass, profile, snapshotClasses }: ProfileFacts): string | undefined {
  const name = (one: JsonObject) => textAt(one, 'metadata', 'name');
  const ours = snapshotClasses
    .filter((one) => textAt(one, 'driver') === textAt(storageClass, 'provisioner'))
    .sort((a, b) => (name(a) < name(b) ? -1 : 1));
  const written = textAt(profile, 'spec', 'snapshotClass');
  if (written !== '') return ours.some((one) => name(one) === written) ? written : undefined;
  const marked = ours.find((one) => textAt(one, 'metadata', 'annotations', defaultSnapshotClass) === 'true');
  const chosen = marked ?? ours[0];
  return chosen === undefined ? '' : name(chosen);
}

function setsOf({ storageClass, profile, volumes }: ProfileFacts, traits: ProvisionerTraits | undefined) {
  const written = objectsAt(profile, 'spec', 'claimPropertySets');
  if (written.length > 0) return written;
  if (traits !== undefined) return traits.claimPropertySets.map((set) => ({ ...set }));
  return textAt(storageClass, 'provisioner') === handMade ? setsOfVolumes(storageClass, volumes) : [];
}

/** As the class's volumes are, each kind of them once. */
function setsOfVolumes(storageClass: JsonObject, volumes: readonly JsonObject[]): readonly JsonObject[] {
  const name = textAt(storageClass, 'metadata', 'name');
  const sets = volumes
    .filter((volume) => textAt(volume, 'spec', 'storageClassName') === name)
    .map(
      (volume): JsonObject => ({
        accessModes: listAt(volume, 'spec', 'accessModes'),
        volumeMode: textAt(volume, 'spec', 'volumeMode') || 'Filesystem',
      }),
    );
  return [...new Map(sets.map((set) => [JSON.stringify(set), set])).values()];
}

function cloneStrategyOf(
  { storageClass, profile }: ProfileFacts,
  traits: ProvisionerTraits | undefined,
  hasSnapshots: boolean,
): string {
  const possible = hasSnapshots ? 'snapshot' : 'copy';
  const annotation = objectAt(storageClass, 'metadata', 'annotations')['cdi.kubevirt.io/clone-strategy'];
  const written = textAt(profile, 'spec', 'cloneStrategy');
  const asked = written === '' && typeof annotation === 'string' ? known(annotation) : written;
  if (asked === '' && typeof annotation === 'string') return '';
  const wanted = asked || traits?.cloneStrategy || possible;
  return wanted === 'snapshot' ? possible : wanted;
}

/** Other values of the annotation leave the strategy empty. */
function known(strategy: string): string {
  return strategies.includes(strategy) ? strategy : '';
}

function sourceFormatOf(
  profile: JsonObject,
  traits: ProvisionerTraits | undefined,
  hasSnapshots: boolean,
): string {
  const wanted = textAt(profile, 'spec', 'dataImportCronSourceFormat') || traits?.sourceFormat || 'pvc';
  return wanted === 'snapshot' && !hasSnapshots ? 'pvc' : wanted;
}

/** Told of the provisioner alone: what somebody wrote by hand does not change it. */
function recognized(
  { profile, now }: ProfileFacts,
  key: string | undefined,
  traits: ProvisionerTraits | undefined,
): JsonValue {
  const reason =
    traits !== undefined
      ? 'RecognizedProvisioner'
      : key === undefined
        ? 'UnrecognizedStorageClassParameters'
        : 'UnrecognizedProvisioner';
  const status = traits === undefined ? 'False' : 'True';
  const before = conditionOf(profile, 'Recognized');
  const since = before?.status === status ? textAt(before, 'lastTransitionTime') : '';
  return { type: 'Recognized', status, reason, lastTransitionTime: since === '' ? now : since };
}
