import {
  type FieldError,
  type JsonObject,
  labelKeyErrors,
  numberAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { duplicate, invalidValue, required, tooMany } from '../../validation/field-errors.ts';
import { serviceName, subdomain } from '../../validation/name-rules.ts';
import { compileConditions } from '../policies/compile-policy.ts';
import { oneOf, ruleErrors, selectorErrors } from '../policies/validate-match-resources.ts';
import { clientErrors } from './validate-client.ts';

const NO_SIDE_EFFECTS = ['None', 'NoneOnDryRun'];
const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const LONGEST_SECONDS = 30;
const MOST_CONDITIONS = 64;

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

function conditionErrors(webhook: JsonObject, path: string): readonly FieldError[] {
  const conditions = objectsAt(webhook, 'matchConditions');
  const compiled = compileConditions(
    conditions.map((one) => ({ ...one, expression: textAt(one, 'expression').trim() })),
    false,
  );
  const names = compiled.map(({ name }) => name);
  return [
    ...(compiled.length > MOST_CONDITIONS ? [tooMany(path, compiled.length, MOST_CONDITIONS)] : []),
    ...compiled.flatMap(({ name, expression: { source, error } }, index) => {
      const at = `${path}[${index}]`;
      return [
        ...(source === '' ? [required(`${at}.expression`, '')] : []),
        ...(source === '' || error === undefined ? [] : [invalidValue(`${at}.expression`, source, error)]),
        ...(name === '' ? [required(`${at}.name`, '')] : []),
        ...(name === '' ? [] : labelKeyErrors(name)).map((problem) =>
          invalidValue(`${at}.name`, name, problem),
        ),
        ...(name !== '' && names.indexOf(name) < index ? [duplicate(`${at}.name`, name)] : []),
      ];
    }),
  ];
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
    ...conditionErrors(webhook, `${path}.matchConditions`),
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
