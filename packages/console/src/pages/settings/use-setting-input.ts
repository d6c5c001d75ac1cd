import { type JsonObject, type JsonValue, printJson } from '@archipelago/apimachinery';
import { useState } from 'react';
import { inputText, linkedInput, typedValue } from '../../models/setting-input.ts';
import { patchOf, type SettingModel } from '../../models/settings-model.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';

interface Input {
  readonly text: string;
  readonly isUnset: boolean;
}

/** What is typed in for a setting. */
interface SettingInput extends Input {
  readonly change: (next: Partial<Input>) => void;
  /** What is wrong with it; `''`: nothing. */
  readonly problem: string;
  /** The edit that it makes; undefined: it is wrong. */
  readonly edit: { readonly patch: JsonObject; readonly value: string } | undefined;
  /** Whether something was typed in, here or by a link. */
  readonly isTouched: boolean;
}

/** The input of a setting; it begins with what a link asks for, or with the value that there is. */
export function useSettingInput(setting: SettingModel, linked: string): SettingInput {
  const words = useWords(settingsWords);
  const [first] = useState<Input>(() =>
    linked === '' ? { text: inputText(setting.value), isUnset: false } : linkedInput(linked),
  );
  const [input, setInput] = useState(first);
  const { text, isUnset } = input;
  const typed = isUnset ? { ok: true, value: undefined } : typedValue(setting.type, text, words);
  return {
    ...input,
    change: (next) => setInput({ ...input, ...next }),
    problem: 'message' in typed ? typed.message : '',
    edit: 'value' in typed ? editOf(setting.path, typed.value) : undefined,
    isTouched: linked !== '' || input !== first,
  };
}

function editOf(path: string, value: JsonValue | undefined): NonNullable<SettingInput['edit']> {
  return { patch: patchOf(path, value), value: printJson(value ?? null) };
}
