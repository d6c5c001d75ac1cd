import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import type { Configured } from './configure.ts';
import { formerSpellings } from './former-spellings.ts';
import { contextFor } from './framework/resolve.ts';
import { ruleFindings } from './framework/rule-findings.ts';
import type { FieldFinding, Setting } from './framework/setting.ts';
import { settings } from './settings.ts';

/** What the settings say about their values: refusals and warnings, in the order of the settings. */
export function review(configured: Configured): readonly FieldFinding[] {
  const { resolution } = configured;
  return writtenOf(configured).flatMap(([setting, raw]) => [
    ...ruleFindings(setting.schema, raw, setting.name),
    ...policyFindings(setting, raw, configured),
    ...setting.review(raw, contextFor(setting, resolution, configured)),
  ]);
}

/** Of those, what the API server decides by itself: the definition has the rules. */
export function reviewRules(configured: Configured): readonly FieldFinding[] {
  return writtenOf(configured).flatMap(([setting, raw]) => ruleFindings(setting.schema, raw, setting.name));
}

/** The same of a spec whose shape is right, though not each of its values. */
export function reviewSpecRules(spec: JsonObject): readonly FieldFinding[] {
  return settings.flatMap(({ source, schema, name }: Setting) =>
    source.in === 'spec' ? ruleFindings(schema, valueAt(spec, ...source.path.split('.')), name) : [],
  );
}

/** Of those, what the API server's policy decides by itself. */
export function reviewPolicyRules(configured: Configured): readonly FieldFinding[] {
  return writtenOf(configured).flatMap(([setting, raw]) => policyFindings(setting, raw, configured));
}

function policyFindings(
  { name, policyRules }: Setting,
  raw: JsonValue | undefined,
  { configuration }: Configured,
): readonly FieldFinding[] {
  if (raw === undefined) return [];
  return policyRules
    .filter(({ holds }) => !holds(raw, configuration.annotations))
    .map(({ reason, message, fix }) => ({
      level: 'error',
      at: name,
      reason,
      ...(typeof raw === 'object' ? {} : { value: raw }),
      message,
      fix,
    }));
}

type Written = readonly [setting: Setting, raw: JsonValue | undefined];

function writtenOf({ resolution }: Configured): readonly Written[] {
  return settings.flatMap((setting: Setting): readonly Written[] => {
    const found = resolution.get(setting.name);
    return found?.written === true ? [[setting, found.raw]] : [];
  });
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
