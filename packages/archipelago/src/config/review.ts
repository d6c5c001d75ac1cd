import { type JsonObject, type JsonValue, jsonEqual, valueAt } from '@archipelago/apimachinery';
import type { Configured } from './configure.ts';
import { formerSpellings } from './former-spellings.ts';
import { asBefore } from './framework/as-before.ts';
import { contextFor } from './framework/resolve.ts';
import { ruleFindings } from './framework/rule-findings.ts';
import type { FieldFinding, Setting } from './framework/setting.ts';
import { settings } from './settings.ts';

/**
 * What the settings say about their values: refusals and warnings, in the order of the settings. With `former`, the configuration before an
 * update, rules of the definition and the policy only warn of what was left as it was.
 */
export function review(configured: Configured, former?: Configured): readonly FieldFinding[] {
  const { resolution } = configured;
  return writtenOf(configured).flatMap(([setting, raw]) => [
    ...ruleFindings(setting.schema, raw, setting.name, valueIn(former, setting)),
    ...policyFindings([setting, raw], configured, former),
    ...setting.review(raw, contextFor(setting, resolution, configured)),
  ]);
}

/** Of those, what the API server refuses by itself: the definition has the rules. */
export function reviewRules(configured: Configured, former?: Configured): readonly FieldFinding[] {
  return writtenOf(configured)
    .flatMap(([setting, raw]) => ruleFindings(setting.schema, raw, setting.name, valueIn(former, setting)))
    .filter(isError);
}

/** The same of a spec whose shape is right, though not each of its values. */
export function reviewSpecRules(spec: JsonObject, former?: JsonObject): readonly FieldFinding[] {
  const findings = settings.flatMap(({ source, schema, name }: Setting) => {
    if (source.in !== 'spec') return [];
    const path = source.path.split('.');
    return ruleFindings(schema, valueAt(spec, ...path), name, former && valueAt(former, ...path));
  });
  return findings.filter(isError);
}

/** Of those, what the API server's policy refuses by itself. */
export function reviewPolicyRules(configured: Configured, former?: Configured): readonly FieldFinding[] {
  return writtenOf(configured)
    .flatMap((each) => policyFindings(each, configured, former))
    .filter(isError);
}

function policyFindings(
  [setting, raw]: Written,
  { configuration: { annotations } }: Configured,
  former: Configured | undefined,
): readonly FieldFinding[] {
  const { name, policyRules } = setting;
  if (raw === undefined || policyRules.length === 0) return [];
  const isSameField = former !== undefined && jsonEqual(raw, valueIn(former, setting) ?? null);
  return policyRules
    .filter(({ holds }) => !holds(raw, annotations))
    .map(({ reason, annotation, message, fix }) => {
      const value = typeof raw === 'object' ? {} : { value: raw };
      const finding = { level: 'error', at: name, reason, ...value, message, fix } as const;
      const isAsBefore =
        isSameField && annotations[annotation] === former.configuration.annotations[annotation];
      return isAsBefore ? asBefore(finding) : finding;
    });
}

type Written = readonly [setting: Setting, raw: JsonValue | undefined];

function writtenOf({ resolution }: Configured): readonly Written[] {
  return settings.flatMap((setting: Setting): readonly Written[] => {
    const found = resolution.get(setting.name);
    return found?.written === true ? [[setting, found.raw]] : [];
  });
}

function valueIn(configured: Configured | undefined, { name }: Setting): JsonValue | undefined {
  return configured?.resolution.get(name)?.raw;
}

function isError({ level }: FieldFinding): boolean {
  return level === 'error';
}

/** Settings in their former spelling, with the field to write instead: nothing is moved in what somebody else keeps, perhaps in Git. */
export function reviewFormerSpellings(spec: JsonObject): readonly FieldFinding[] {
  return formerSpellings(spec).map(({ at, field, former, own, effective }): FieldFinding => {
    if (effective === own)
      return {
        level: 'warning',
        at,
        reason: 'Conflict',
        message: `is ${String(former)}, but ${field} is ${String(own)}, which counts`,
        fix: `remove ${at}`,
      };
    const standard =
      own === undefined ? '' : `, which has its default, ${String(own)}: the former one counts`;
    const message = `is the former spelling of ${field}${standard}`;
    const fix = `write ${field}: ${String(former)} and remove ${at}, which changes nothing else`;
    return { level: 'warning', at, reason: 'Deprecated', value: former, message, fix };
  });
}
