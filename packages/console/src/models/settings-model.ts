import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { settingsWords } from '../words/settings-words.ts';
import { said } from './said.ts';
import { valueText } from './value-text.ts';

type Words = (typeof settingsWords)['en'];

/** Where a value comes from, and in what words. */
interface CauseModel {
  readonly kind: string;
  readonly text: string;
}

/** A setting as it is shown. */
export interface SettingModel {
  readonly path: string;
  readonly type: string;
  readonly summary: string;
  readonly isWritten: boolean;
  readonly value: JsonValue | undefined;
  readonly valueText: string;
  readonly default: string;
  readonly allowed: readonly JsonValue[];
  readonly deprecated: string;
  readonly aliases: readonly string[];
  /** Of the whole value, where its parts have one cause. */
  readonly cause: CauseModel;
  readonly causes: readonly { readonly field: string; readonly value: string; readonly cause: CauseModel }[];
  readonly landsIn: readonly string[];
  /** What it decides in the operands of this cluster. */
  readonly lands: readonly { readonly object: string; readonly field: string; readonly value: string }[];
  readonly members: readonly { readonly name: string; readonly type: string; readonly summary: string }[];
}

/** Which settings are listed. */
export interface SettingsFilter {
  /** Words, each of which must be somewhere: in path, summary, value, cause or operand field. */
  readonly words: string;
  readonly only: 'all' | 'written' | 'cluster' | 'deprecated';
}

/** All settings, of what the console says. */
export function settingsModel(view: JsonValue, words: Words): readonly SettingModel[] {
  return objectsAt(view, 'settings').map((setting) => settingModel(setting, words));
}

/** Those that a filter wants. */
export function filterSettings(
  settings: readonly SettingModel[],
  { words, only }: SettingsFilter,
): readonly SettingModel[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return settings.filter(
    (setting) => isKept(setting, only) && wanted.every((word) => textOf(setting).includes(word)),
  );
}

function isKept({ isWritten, causes, deprecated }: SettingModel, only: SettingsFilter['only']): boolean {
  switch (only) {
    case 'all':
      return true;
    case 'written':
      return isWritten;
    case 'cluster':
      return causes.some(({ cause }) => cause.kind === 'fact' || cause.kind === 'opinion');
    case 'deprecated':
      return deprecated !== '';
  }
}

function textOf({ path, summary, valueText, cause, landsIn, aliases }: SettingModel): string {
  return [path, summary, valueText, cause.text, ...landsIn, ...aliases].join('\n').toLowerCase();
}

function settingModel(setting: JsonObject, words: Words): SettingModel {
  const path = said(setting, 'path');
  const causes = objectsAt(setting, 'causes').map((each) => ({
    field: said(each, 'field'),
    value: valueText(valueAt(each, 'value')),
    cause: causeModel(each, path, words),
  }));
  return {
    path,
    type: said(setting, 'type'),
    summary: said(setting, 'summary'),
    isWritten: setting.written === true,
    value: setting.value,
    valueText: valueText(setting.value),
    default: said(setting, 'default'),
    allowed: Array.isArray(setting.values) ? setting.values : [],
    deprecated: said(setting, 'deprecated'),
    aliases: texts(setting, 'aliases'),
    cause: wholeCause(
      causes.map(({ cause }) => cause),
      words,
    ),
    causes,
    landsIn: texts(setting, 'landsIn'),
    lands: objectsAt(setting, 'lands').map((land) => landModel(land, words)),
    members: objectsAt(setting, 'members').map((member) => ({
      name: said(member, 'name'),
      type: said(member, 'type'),
      summary: said(member, 'summary'),
    })),
  };
}

function texts(setting: JsonObject, member: string): readonly string[] {
  return textsAt(setting, member).map((text) => valueText(text));
}

function landModel(land: JsonObject, words: Words): SettingModel['lands'][number] {
  const object = said(land, 'object');
  if (typeof land.exists === 'boolean')
    return { object, field: '', value: land.exists ? words.isThere : words.isNotThere };
  return { object, field: said(land, 'field'), value: valueText(land.value) };
}

/** Where a setting is written in its own place, its name says nothing. */
function causeModel(each: JsonObject, path: string, words: Words): CauseModel {
  const kind = said(each, 'cause', 'kind');
  const because = ['by', 'fact', 'because']
    .map((name) => said(each, 'cause', name))
    .find((text) => text !== '');
  const told = words.causes[kind] ?? kind;
  if (because === undefined || because === path) return { kind, text: told };
  return { kind, text: words.causeOf(told, because) };
}

function wholeCause(causes: readonly CauseModel[], words: Words): CauseModel {
  const [first, ...others] = causes;
  if (first === undefined) return { kind: 'none', text: words.notSet };
  if (others.every(({ text }) => text === first.text)) return first;
  const kinds = new Set(causes.map(({ kind }) => words.causes[kind] ?? kind));
  return { kind: 'several', text: words.several([...kinds]) };
}

/** The merge patch that gives a setting a value; undefined takes the value away, so that the default counts. */
export function patchOf(path: string, value: JsonValue | undefined): JsonObject {
  const after = value ?? null;
  if (!path.startsWith('spec.'))
    return {
      metadata: {
        annotations: { [path]: after === null || typeof after === 'string' ? after : String(after) },
      },
    };
  const patch = path.split('.').reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), after);
  return isJsonObject(patch) ? patch : {};
}

/** The value that a HyperConverged has for a setting; undefined: none. */
export function valueIn(object: JsonObject, path: string): JsonValue | undefined {
  const place = path.startsWith('spec.') ? path.split('.') : ['metadata', 'annotations', path];
  return valueAt(object, ...place);
}
