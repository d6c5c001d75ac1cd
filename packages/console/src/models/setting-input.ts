import { type JsonValue, parseJson, printJson } from '@archipelago/apimachinery';
import type { settingsWords } from '../words/settings-words.ts';
import type { SettingModel } from './settings-model.ts';

/** How a setting is typed in. */
type SettingInput =
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text' | 'number' | 'json' };

type Typed =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** By its type and the values it may have. */
export function settingInput({ type, allowed }: Pick<SettingModel, 'type' | 'allowed'>): SettingInput {
  if (allowed.length > 0) return { kind: 'choice', options: allowed.map(inputText) };
  switch (type) {
    case 'boolean':
      return { kind: 'choice', options: ['true', 'false'] };
    case 'string':
      return { kind: 'text' };
    case 'integer':
    case 'number':
      return { kind: 'number' };
    default:
      return { kind: 'json' };
  }
}

/** The value as it stands in the field at first. */
export function inputText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : printJson(value, 2);
}

/** What was typed in, as a value, or what is wrong with it. What it may be beyond its type is admission's to say. */
export function typedValue(
  type: string,
  text: string,
  words: Pick<(typeof settingsWords)['en'], 'missing' | 'noJson'>,
): Typed {
  if (type === 'string') return { ok: true, value: text };
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return { ok: false, message: text.trim() === '' ? words.missing : words.noJson(what) };
  }
}

/** What a link asks for (`&value=`), which is JSON, as it stands in the field; a text that is no JSON is meant as it is. `null` takes the value away. */
export function linkedInput(linked: string): { readonly text: string; readonly isUnset: boolean } {
  try {
    const value = parseJson(linked);
    return value === null ? { text: '', isUnset: true } : { text: inputText(value), isUnset: false };
  } catch {
    return { text: linked, isUnset: false };
  }
}
