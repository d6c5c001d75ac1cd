import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import { type MachineView, machinesOf } from '../cluster/machine-view.ts';
import { millisecondsAt } from '../cluster/moments.ts';
import { holdsScratch, isShared } from '../cluster/storage-profile-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

/** Classes that settings name, and what is imported. */
export const storageSettingChecks: readonly Check[] = [
  {
    code: 'VD318',
    title: 'The class of scratch space suits',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'storageClasses'],
    message: '{field} is {class}, {problem}.',
    impact: 'Imports need more room on another class than planned.',
    fix: 'name a class that exists, or remove the field',
    falsePositives: 'none',
    find: scratchClassFits,
  },
  {
    code: 'VD320',
    title: 'The class of machine state suits',
    severity: 'warning',
    confidence: 'certain',
    needs: ['hyperConvergeds', 'storageClasses'],
    message: 'State of machines (TPM, EFI) is on {class}: {problem}.',
    impact: 'Virtual machines with a TPM or EFI that is kept do not start, or do not migrate.',
    fix: 'set {field} to a class that exists and gives ReadWriteMany',
    falsePositives: 'no virtual machine keeps a TPM or EFI: told as information',
    find: stateClassFits,
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
    falsePositives: 'classes that are no default and that no virtual machine names are left out',
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
    needs: ['dataImportCrons', 'dataSources'],
    after: ['VD301'],
    message: 'Boot image {name} is not up to date: {reason}: {message}',
    impact: 'New virtual machines start from an old image, or from none.',
    fix: 'look at its DataVolume: registry, class and quota are the usual reasons',
    falsePositives: 'imports that are under way are left out',
    find: bootImagesAreCurrent,
  },
];

function scratchClassFits({ hyperConverged, storageClasses, storageProfiles, itself }: ClusterView): Outcome {
  const [name, field] = [hyperConverged.text('scratchClass'), hyperConverged.fieldOf('scratchClass')];
  if (name === '') return { skipped: `${field} is not set` };
  if (!storageClasses.some((one) => one.name === name)) {
    const problem = 'which does not exist: the class of the disk is used, and nobody says so';
    return [{ object: itself, params: { class: name, field, problem } }];
  }
  const profile = storageProfiles.get(name);
  if (profile === undefined || !profile.isComplete || holdsScratch(profile)) return [];
  const problem = 'which does not list ReadWriteOnce with Filesystem, and scratch space needs that';
  return [{ object: itself, params: { class: name, field, problem } }];
}

/** Of virtual machines whose TPM or EFI is kept; undefined: they were not read. */
function machinesWithState(cluster: ClusterView): readonly MachineView[] | undefined {
  if (cluster.given('virtualMachines') === undefined) return undefined;
  return machinesOf(cluster).filter(({ template }) => {
    const domain = objectAt(template, 'domain');
    const isKept = (...path: readonly string[]) => valueAt(domain, ...path, 'persistent') === true;
    return isKept('devices', 'tpm') || isKept('firmware', 'bootloader', 'efi');
  });
}

function stateClassFits(cluster: ClusterView): Outcome {
  const { hyperConverged, storageClasses, itself } = cluster;
  const [name, field] = [hyperConverged.text('stateClass'), hyperConverged.fieldOf('stateClass')];
  const machines = machinesWithState(cluster);
  if (name === '') return defaultHoldsState(cluster, machines);
  if (storageClasses.some((one) => one.name === name)) return [];
  const severity = machines?.length === 0 ? 'info' : 'warning';
  return [{ object: itself, severity, params: { class: name, field, problem: 'it does not exist' } }];
}

function defaultHoldsState(cluster: ClusterView, machines: readonly MachineView[] | undefined): Outcome {
  const field = cluster.hyperConverged.fieldOf('stateClass');
  const profile = cluster.storageProfiles.get(cluster.diskClass?.name ?? '');
  if (machines === undefined || machines.length === 0 || profile === undefined)
    return { skipped: `${field} is not set, and no virtual machine is known to need it` };
  if (!profile.isComplete || profile.sets.some(isShared)) return [];
  const problem = `it is the default class and gives no ReadWriteMany, so ${machines.length} virtual machines with a TPM or EFI that is kept cannot migrate`;
  return [{ object: cluster.itself, params: { class: profile.name, field, problem } }];
}

function efsIsWritable(cluster: ClusterView): Outcome {
  const named = new Set(cluster.objects('virtualMachines').flatMap(classesOf));
  return cluster.storageClasses
    .filter(({ provisioner }) => provisioner === 'efs.csi.aws.com')
    .filter((one) => one.isDefault || one.isVirtualizationDefault || named.has(one.name))
    .flatMap((one): readonly Found[] => {
      const lack = ['uid', 'gid'].filter((name) => one.parameter(name) === '');
      if (lack.length === 0) return [];
      return [{ object: { kind: 'StorageClass', name: one.name }, params: { class: one.name, lack } }];
    });
}

/** That its disks name. */
function classesOf(machine: JsonObject): readonly string[] {
  return objectsAt(machine, 'spec', 'dataVolumeTemplates').flatMap(({ spec }) => [
    textAt(spec, 'storage', 'storageClassName'),
    textAt(spec, 'pvc', 'storageClassName'),
  ]);
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
  const crons = cluster.objects('dataImportCrons');
  const sources = cluster.objects('dataSources').filter((one) => !isManaged(one, crons));
  return [
    ...crons
      .filter((one) => !isConditionTrue(one, 'Progressing'))
      .flatMap((one) => failed(one, 'DataImportCron', 'UpToDate', cluster.now)),
    ...sources.flatMap((one) => failed(one, 'DataSource', 'Ready', cluster.now)),
  ];
}

/** Its cron is told of already. */
function isManaged(source: JsonObject, crons: readonly JsonObject[]): boolean {
  const namespace = textAt(source, 'metadata', 'namespace');
  const name = textAt(source, 'metadata', 'name');
  return crons.some(
    (one) =>
      textAt(one, 'metadata', 'namespace') === namespace && textAt(one, 'spec', 'managedDataSource') === name,
  );
}

function failed(one: JsonObject, kind: string, type: string, now: number): readonly Found[] {
  const condition = conditionOf(one, type);
  if (condition?.status !== 'False' || isFresh(condition, now)) return [];
  const [name, namespace] = [textAt(one, 'metadata', 'name'), textAt(one, 'metadata', 'namespace')];
  const params = { name, reason: textAt(condition, 'reason'), message: textAt(condition, 'message') };
  return [{ object: { kind, namespace, name }, params }];
}

function isFresh(condition: JsonObject, now: number): boolean {
  const since = millisecondsAt(textAt(condition, 'lastTransitionTime'), now);
  return since !== undefined && now - since < quarter;
}
