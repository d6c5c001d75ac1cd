import { textAt } from '@archipelago/apimachinery';
import { contradictionIn } from '../cluster/claim-contradiction.ts';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { missingParameter } from '../cluster/driver-kind.ts';
import { holdsDisks } from '../cluster/storage-class-view.ts';
import { isMisunderstood, isWhole, type StorageProfileView } from '../cluster/storage-profile-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['storageClasses', 'storageProfiles'] as const;

/** What CDI knows of classes. */
export const storageProfileChecks: readonly Check[] = [
  {
    code: 'VD306',
    title: 'CDI understands the parameters of classes',
    severity: 'warning',
    confidence: 'certain',
    needs,
    message: 'CDI knows {provisioner}, and not the parameters of {profile}.',
    impact: 'Disks on the class need access and volume modes that somebody writes.',
    fix: 'make a class with the parameter {parameter}; parameters cannot be changed',
    falsePositives: 'a profile that was filled by hand is left out',
    find: parametersAreKnown,
  },
  {
    code: 'VD305',
    title: 'StorageProfiles are complete',
    severity: 'warning',
    confidence: 'certain',
    needs,
    message: 'StorageProfile {profile} is incomplete (provisioner {provisioner}).',
    impact: 'Disks on the class need access and volume modes that somebody writes.',
    fix: 'ask the vendor of the driver for its modes and write them: kubectl edit storageprofiles.cdi.kubevirt.io {profile}',
    falsePositives: 'classes that nobody uses for disks of virtual machines',
    find: profilesAreComplete,
  },
  {
    code: 'VD307',
    title: 'StorageProfiles match their classes',
    severity: 'warning',
    confidence: 'certain',
    needs,
    message: 'The StorageProfile of {class} is {problem}: does CDI run?',
    impact: 'CDI does not know how to make volumes of the class.',
    fix: 'look at the Deployment cdi-deployment',
    falsePositives: 'classes made within two minutes are left out',
    find: profilesMatch,
  },
  {
    code: 'VD308',
    title: 'Written claim properties are possible',
    severity: 'warning',
    confidence: 'likely',
    needs,
    message: 'StorageProfile {profile}: {problem}.',
    impact: 'Volumes are asked for that the driver does not give, or not the best that it gives.',
    fix: 'correct spec.claimPropertySets, or remove it: then what CDI knows of the driver holds',
    falsePositives: 'drivers that are newer than what CDI knew of them in August 2026',
    find: writtenSetsArePossible,
  },
  {
    code: 'VD311',
    title: 'Snapshot classes of profiles exist',
    severity: 'warning',
    confidence: 'certain',
    needs: [...needs, 'snapshotClasses'],
    message: 'StorageProfile {profile} points to the snapshot class {snapshotClass}, which {problem}.',
    impact: 'Clones by snapshot fail.',
    fix: 'make the class, or remove spec.snapshotClass',
    commands: [
      `kubectl patch storageprofiles.cdi.kubevirt.io {profile} --type merge -p '{"spec":{"snapshotClass":null}}'`,
    ],
    falsePositives: 'none',
    find: snapshotClassesExist,
  },
  {
    code: 'VD312',
    title: 'Drivers have one default snapshot class',
    severity: 'info',
    confidence: 'certain',
    needs: [...needs, 'snapshotClasses'],
    message: 'Of {count} snapshot classes of {driver} CDI takes {taken}, the first by alphabet.',
    impact: 'Who makes another class changes how disks are cloned.',
    fix: 'make one the default',
    commands: [
      'kubectl annotate volumesnapshotclass {taken} snapshot.storage.kubernetes.io/is-default-class=true',
    ],
    falsePositives: 'none',
    find: snapshotClassesAreChosen,
  },
];

/** More serious where disks get the class without asking. */
function about(cluster: ClusterView, { name, provisioner }: StorageProfileView): Found {
  return {
    object: { kind: 'StorageProfile', name },
    ...(cluster.diskClass?.name === name ? { severity: 'critical' } : {}),
    params: { profile: name, provisioner },
  };
}

function ofDisks({ storageProfiles }: ClusterView): readonly StorageProfileView[] {
  return [...storageProfiles.values()].filter(({ provisioner }) => holdsDisks(provisioner));
}

function parametersAreKnown(cluster: ClusterView): Outcome {
  return ofDisks(cluster)
    .filter(isMisunderstood)
    .map((one): Found => {
      const found = about(cluster, one);
      const parameter = missingParameter(one.provisioner) ?? 'that names the back end';
      return { ...found, params: { ...found.params, parameter } };
    });
}

function profilesAreComplete(cluster: ClusterView): Outcome {
  return ofDisks(cluster)
    .filter((one) => !one.isComplete && !isMisunderstood(one))
    .map((one) => about(cluster, one));
}

function profilesMatch({ storageClasses, storageProfiles, now }: ClusterView): Outcome {
  return storageClasses.flatMap(({ name, provisioner, created }): readonly Found[] => {
    const profile = storageProfiles.get(name);
    if (profile === undefined ? now - created < 120_000 : profile.provisioner === provisioner) return [];
    const problem = profile === undefined ? 'missing' : `that of ${profile.provisioner}`;
    return [{ object: { kind: 'StorageClass', name }, params: { class: name, problem } }];
  });
}

function writtenSetsArePossible(cluster: ClusterView): Outcome {
  return [...cluster.storageProfiles.values()].flatMap((profile): readonly Found[] => {
    const object = { kind: 'StorageProfile', name: profile.name };
    const broken = profile.writtenSets.find((set) => !isWhole(set));
    if (broken !== undefined) {
      const lack = broken.volumeMode === '' ? 'volumeMode' : 'accessModes';
      const problem = `an entry of spec.claimPropertySets lacks its ${lack}, and CDI uses none`;
      return [{ object, params: { profile: profile.name, lack, problem } }];
    }
    const problem = contradictionIn(cluster, profile);
    return problem === undefined ? [] : [{ object, params: { profile: profile.name, problem } }];
  });
}

function snapshotClassesExist(cluster: ClusterView): Outcome {
  const drivers = new Map(
    cluster
      .objects('snapshotClasses')
      .map((one) => [textAt(one, 'metadata', 'name'), textAt(one, 'driver')] as const),
  );
  return [...cluster.storageProfiles.values()].flatMap((profile): readonly Found[] => {
    const { name, provisioner, writtenSnapshotClass, snapshotClass: shown } = profile;
    const snapshotClass = writtenSnapshotClass === '' ? shown : writtenSnapshotClass;
    const driver = drivers.get(snapshotClass);
    if (snapshotClass === '' || driver === provisioner) return [];
    const stale = writtenSnapshotClass === '';
    const problem = driver === undefined ? 'does not exist' : `has the driver ${driver}`;
    return [
      {
        object: { kind: 'StorageProfile', name },
        // without the class CDI cannot complete the profile; one of another driver it passes over
        severity: !stale && driver === undefined ? 'critical' : 'warning',
        // spec.snapshotClass is not set, and CDI does not clear its status
        ...(stale ? { fix: 'make the class again, or one for the driver of {profile}' } : {}),
        params: { profile: name, snapshotClass, stale, problem },
      },
    ];
  });
}

const isDefaultSnapshotClass = 'snapshot.storage.kubernetes.io/is-default-class';

function snapshotClassesAreChosen(cluster: ClusterView): Outcome {
  const drivers = new Set(cluster.storageClasses.map(({ provisioner }) => provisioner));
  return [...drivers].sort().flatMap((driver): readonly Found[] => {
    const classes = cluster.objects('snapshotClasses').filter((one) => textAt(one, 'driver') === driver);
    const isChosen = classes.some(
      (one) => textAt(one, 'metadata', 'annotations', isDefaultSnapshotClass) === 'true',
    );
    const [taken = ''] = classes.map((one) => textAt(one, 'metadata', 'name')).sort();
    if (classes.length < 2 || isChosen) return [];
    return [
      {
        object: { kind: 'VolumeSnapshotClass', name: taken },
        params: { driver, taken, count: classes.length },
      },
    ];
  });
}
