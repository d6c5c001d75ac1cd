import {
  type FieldError,
  type JsonObject,
  labelSelectorErrors,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { atLeast, oneOf } from './field-checks.ts';
import { invalidValue, notSupported, required } from './field-errors.ts';
import { type FieldRules, fieldErrors } from './field-rules.ts';
import { labelSelectorError } from './label-selector-error.ts';
import { podTemplateErrors } from './pod-template-errors.ts';

/** How kinds of workloads differ in what a kube-apiserver says of their selector. */
interface SelectorWords {
  /** `empty selector is invalid for …`. */
  readonly emptyFor: 'daemonset' | 'deployment' | 'statefulset';
  /** No selector at all is named, too. */
  readonly isRequired: boolean;
  /** What follows the whole selector where it cannot be read; undefined: nothing is said of the whole. */
  readonly unreadable: string | undefined;
}

export const daemonSetWords: SelectorWords = {
  emptyFor: 'daemonset',
  isRequired: false,
  unreadable: undefined,
};
export const deploymentWords: SelectorWords = {
  emptyFor: 'deployment',
  isRequired: true,
  unreadable: ': invalid label selector',
};
export const statefulSetWords: SelectorWords = { emptyFor: 'statefulset', isRequired: true, unreadable: '' };

/** What is wrong with the selector and the pods of a workload that never ends. */
export function workloadErrors(object: JsonObject, words: SelectorWords): readonly FieldError[] {
  const spec = objectAt(object, 'spec');
  const template = objectAt(spec, 'template');
  const selector = valueAt(spec, 'selector') ?? undefined;
  const unreadable = labelSelectorErrors(selector, 'spec.selector').map(labelSelectorError);
  const claims = objectsAt(spec, 'volumeClaimTemplates').map((claim) => textAt(claim, 'metadata', 'name'));
  const podSpec = objectAt(template, 'spec');
  return [
    ...(selector === undefined && words.isRequired ? [required('spec.selector', '')] : []),
    ...unreadable,
    ...(isEmpty(selector)
      ? [invalidValue('spec.selector', {}, `empty selector is invalid for ${words.emptyFor}`)]
      : []),
    ...(unreadable.length > 0
      ? wholeSelector(objectAt(spec, 'selector'), words)
      : ownPods(selector, template)),
    ...podTemplateErrors(template, 'spec.template', claims),
    ...alwaysErrors(podSpec),
  ];
}

const jobRules: FieldRules = {
  ...Object.fromEntries(
    [
      ...['parallelism', 'completions', 'activeDeadlineSeconds', 'backoffLimit'],
      ...['ttlSecondsAfterFinished', 'backoffLimitPerIndex', 'maxFailedIndexes'],
    ].map((name) => [name, atLeast(0)]),
  ),
  completionMode: oneOf('NonIndexed', 'Indexed'),
};

/** The same for pods that end: of jobs. `at` is where the job's spec stands. */
export function jobErrors(spec: JsonObject, at: string): readonly FieldError[] {
  const template = objectAt(spec, 'template');
  const podSpec = objectAt(template, 'spec');
  const policy = textAt(podSpec, 'restartPolicy');
  const field = `${at}.template.spec.restartPolicy`;
  const ending = ['OnFailure', 'Never'];
  const valid = ending.map((name) => JSON.stringify(name)).join(', ');
  return [
    ...fieldErrors(spec, jobRules, at),
    ...podTemplateErrors(template, `${at}.template`),
    ...(policy === 'Always' ? [required(field, `valid values: ${valid}`)] : []),
    ...(policy === 'Always' || ending.includes(policy) ? [] : [notSupported(field, policy, ending)]),
  ];
}

function wholeSelector(selector: JsonObject, { unreadable }: SelectorWords): readonly FieldError[] {
  if (unreadable === undefined) return [];
  const message = `Invalid value: ${JSON.stringify(selector)}${unreadable}`;
  return [{ type: 'FieldValueInvalid', field: 'spec.selector', message }];
}

/** Pods that the workload would not take for its own. */
export function ownPods(selector: unknown, template: JsonObject): readonly FieldError[] {
  const parsed = parseLabelSelector(selector);
  const labels = Object.fromEntries(
    Object.entries(objectAt(template, 'metadata', 'labels')).map(([key, value]) => [key, String(value)]),
  );
  if (!parsed.ok || parsed.selector.matches(labels)) return [];
  return [
    invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`'),
  ];
}

function isEmpty(selector: unknown): boolean {
  return (
    objectsAt(selector, 'matchExpressions').length === 0 &&
    Object.keys(objectAt(selector, 'matchLabels')).length === 0 &&
    selector !== undefined
  );
}

/** Pods that never end are started again each time. */
export function alwaysErrors(podSpec: JsonObject): readonly FieldError[] {
  const policy = textAt(podSpec, 'restartPolicy');
  return policy === 'Always' || policy === ''
    ? []
    : [notSupported('spec.template.spec.restartPolicy', policy, ['Always'])];
}
