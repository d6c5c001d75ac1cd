import {
  type FieldError,
  type JsonObject,
  numberAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { duplicate, invalidValue, required } from '../../validation/field-errors.ts';
import { serviceName, subdomain } from '../../validation/name-rules.ts';
import { conditionErrors } from '../policies/validate-conditions.ts';
import { oneOf, ruleErrors, selectorErrors } from '../policies/validate-match-resources.ts';
import { clientErrors } from './validate-client.ts';

const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const LONGEST_SECONDS = 30;

function nameErrors(name: string, path: string): readonly FieldError[] {
  if (name === '') return [required(path, '')];
  const problems = subdomain(name);
  if (problems.length > 0) return [invalidValue(path, name, problems.join(','))];
  if (name.split('.').length >= 3) return [];
  return [invalidValue(path, name, 'should be a domain with at least three segments separated by dots')];
}

function sideEffectErrors(webhook: JsonObject, path: string): readonly FieldError[] {
  const sideEffects = textAt(webhook, 'sideEffects');
  const isGiven = (valueAt(webhook, 'sideEffects') ?? null) !== null;
  if (!isGiven) return [required(path, `must specify one of ${NO_SIDE_EFFECTS.join(', ')}`)];
  return oneOf(path, sideEffects, NO_SIDE_EFFECTS);
}

function timeoutErrors(webhook: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberAt(webhook, 'timeoutSeconds');
  if (seconds === undefined || (seconds >= 1 && seconds <= LONGEST_SECONDS)) return [];
  return [invalidValue(path, seconds, 'the timeout value must be between 1 and 30 seconds')];
}

/** A field that may be absent and has few values. */
function choiceErrors(
  webhook: JsonObject,
  at: readonly [name: string, path: string],
  allowed: readonly string[],
): readonly FieldError[] {
  const [name, path] = at;
  const value = valueAt(webhook, name) ?? null;
  return value === null ? [] : oneOf(`${path}.${name}`, textAt(webhook, name), allowed);
}

function versionErrors(webhook: JsonObject, path: string): readonly FieldError[] {
  const versions = textsAt(webhook, 'admissionReviewVersions');
  if (versions.length === 0) return [required(path, `must specify one of ${REVIEW_VERSIONS.join(', ')}`)];
  const isKnown = versions.some((version) => REVIEW_VERSIONS.includes(version));
  const unknown = `must include at least one of ${REVIEW_VERSIONS.join(', ')}`;
  return [
    ...versions.flatMap((version, index) => {
      const at = `${path}[${index}]`;
      if (versions.indexOf(version) < index) return [invalidValue(at, version, 'duplicate version')];
      return serviceName(version).map((problem) => invalidValue(at, version, problem));
    }),
    ...(isKnown ? [] : [invalidValue(path, [...versions], unknown)]),
  ];
}

function webhookErrors(webhook: JsonObject, path: string): readonly FieldError[] {
  return [
    ...nameErrors(textAt(webhook, 'name'), `${path}.name`),
    ...objectsAt(webhook, 'rules').flatMap((rule, index) => ruleErrors(rule, `${path}.rules[${index}]`)),
    ...choiceErrors(webhook, ['failurePolicy', path], ['Fail', 'Ignore']),
    ...choiceErrors(webhook, ['matchPolicy', path], ['Equivalent', 'Exact']),
    ...sideEffectErrors(webhook, `${path}.sideEffects`),
    ...timeoutErrors(webhook, `${path}.timeoutSeconds`),
    ...selectorErrors(webhook, 'namespaceSelector', path),
    ...selectorErrors(webhook, 'objectSelector', path),
    ...choiceErrors(webhook, ['reinvocationPolicy', path], ['IfNeeded', 'Never']),
    ...clientErrors(webhook, `${path}.clientConfig`),
    ...conditionErrors(webhook, `${path}.matchConditions`, false),
    ...versionErrors(webhook, `${path}.admissionReviewVersions`),
  ];
}

/** What is wrong with a ValidatingWebhookConfiguration or MutatingWebhookConfiguration. */
export function webhookConfigurationErrors(configuration: JsonObject): readonly FieldError[] {
  const webhooks = objectsAt(configuration, 'webhooks');
  const names = webhooks.map((webhook) => textAt(webhook, 'name'));
  return webhooks.flatMap((webhook, index) => {
    const path = `webhooks[${index}]`;
    const name = names[index] ?? '';
    const isTaken = name !== '' && names.indexOf(name) < index;
    return [...webhookErrors(webhook, path), ...(isTaken ? [duplicate(`${path}.name`, name)] : [])];
  });
}
