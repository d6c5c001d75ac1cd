import { conditionOf, isConditionTrue, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { millisecondsAt } from '../cluster/moments.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** Classes that settings name, and what is imported. */
export const storageSettingChecks: readonly Check[] = [
  {
    code: 'VD318',
    title: 'The class of scratch space exists',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'storageClasses'],
    message: '{field} is {class}, which does not exist: the class of the disk is used, and nobody says so.',
    impact: 'Imports need more room on another class than planned.',
    fix: 'name a class that exists, or remove the field',
    falsePositives: 'none',
    find: ({ hyperConverged, storageClasses, itself }) =>
      named(
        hyperConverged.text('scratchClass'),
        hyperConverged.fieldOf('scratchClass'),
        storageClasses,
        itself,
      ),
  },
  {
    code: 'VD320',
    title: 'The class of machine state exists',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'storageClasses'],
    message: '{field} is {class}, which does not exist.',
    impact: 'Virtual machines with a TPM or EFI that is kept do not start.',
    fix: 'name a class that exists, or remove the field',
    falsePositives: 'none',
    find: ({ hyperConverged, storageClasses, itself }) =>
      named(hyperConverged.text('stateClass'), hyperConverged.fieldOf('stateClass'), storageClasses, itself),
  },
  {
    code: 'VD321',
    title: 'EFS classes name user and group',
    severity: 'warning',
    confidence: 'certain',
    needs: ['storageClasses'],
    message: 'Class {class} of EFS lacks {lack}: virtual machines cannot write their disks.',
    impact: 'Virtual machines with disks on it do not start.',
    fix: 'make a class with the parameters uid and gid (107)',
    falsePositives: 'classes that no virtual machine uses',
    find: efsIsWritable,
  },
  {
    code: 'VD322',
    title: 'Overhead is set for classes that exist',
    severity: 'info',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'storageClasses'],
    message: '{field} names {class}, which does not exist.',
    impact: 'None; it may be misspelt.',
    fix: 'correct the name, or remove it',
    falsePositives: 'a class that is about to be made',
    find: overheadIsKnown,
  },
  {
    code: 'VD323',
    title: 'Boot images are there',
    severity: 'warning',
    confidence: 'certain',
    needs: ['dataImportCrons'],
    after: ['VD301'],
    message: 'Boot image {name} is not up to date: {reason}: {message}',
    impact: 'New virtual machines start from an old image, or from none.',
    fix: 'look at its DataVolume: registry, class and quota are the usual reasons',
    falsePositives: 'imports that are under way are left out',
    find: bootImagesAreCurrent,
  },
];

function named(
  name: string,
  field: string,
  classes: readonly { readonly name: string }[],
  object: Found['object'],
): Outcome {
  if (name === '') return { skipped: `${field} is not set` };
  if (classes.some((one) => one.name === name)) return [];
  return [{ ...(object === undefined ? {} : { object }), params: { class: name, field } }];
}

function efsIsWritable({ storageClasses }: ClusterView): Outcome {
  return storageClasses
    .filter(({ provisioner }) => provisioner === 'efs.csi.aws.com')
    .flatMap((one): readonly Found[] => {
      const lack = ['uid', 'gid'].filter((name) => one.parameter(name) === '');
      if (lack.length === 0) return [];
      return [{ object: { kind: 'StorageClass', name: one.name }, params: { class: one.name, lack } }];
    });
}

function overheadIsKnown({ hyperConverged, storageClasses, itself }: ClusterView): Outcome {
  const field = `${hyperConverged.fieldOf('overhead')}.storageClass`;
  const written = Object.keys(objectAt(hyperConverged.value('overhead'), 'storageClass'));
  return written
    .filter((name) => !storageClasses.some((one) => one.name === name))
    .map((name) => ({ object: itself, params: { class: name, field } }));
}

const quarter = 15 * 60_000;

function bootImagesAreCurrent(cluster: ClusterView): Outcome {
  return cluster.objects('dataImportCrons').flatMap((one): readonly Found[] => {
    const condition = conditionOf(one, 'UpToDate');
    if (condition?.status !== 'False' || isConditionTrue(one, 'Progressing')) return [];
    if (isFresh(condition, cluster.now)) return [];
    const [name, namespace] = [textAt(one, 'metadata', 'name'), textAt(one, 'metadata', 'namespace')];
    const params = { name, reason: textAt(condition, 'reason'), message: textAt(condition, 'message') };
    return [{ object: { kind: 'DataImportCron', namespace, name }, params }];
  });
}

function isFresh(condition: JsonObject, now: number): boolean {
  const since = millisecondsAt(textAt(condition, 'lastTransitionTime'), now);
  return since !== undefined && now - since < quarter;
}
