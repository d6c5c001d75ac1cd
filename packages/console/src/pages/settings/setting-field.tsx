import {
  Checkbox,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  TextArea,
  TextInput,
} from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { settingInput } from '../../models/setting-input.ts';
import type { SettingModel } from '../../models/settings-model.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';

interface SettingFieldProps {
  readonly setting: SettingModel;
  readonly text: string;
  readonly isUnset: boolean;
  /** `''`: there is none. */
  readonly problem: string;
  readonly onText: (text: string) => void;
  readonly onUnset: (isUnset: boolean) => void;
}

/** Where a value is typed in, or taken away. */
export function SettingField(props: SettingFieldProps): ReactElement {
  const { setting, isUnset, problem, onUnset } = props;
  const words = useWords(settingsWords);
  return (
    <>
      <FormGroup label={setting.path} fieldId="edit-value">
        <Field {...props} />
        <FormHelperText>
          <HelperText id="edit-help">
            <HelperTextItem variant={problem === '' ? 'default' : 'error'}>
              {problem === '' ? words.help(setting.type, setting.default || words.noDefault) : problem}
            </HelperTextItem>
          </HelperText>
        </FormHelperText>
      </FormGroup>
      <Checkbox
        id="edit-unset"
        label={words.unset}
        isChecked={isUnset}
        onChange={(_, checked) => onUnset(checked)}
      />
    </>
  );
}

function Field({ setting, text, isUnset, problem, onText }: SettingFieldProps): ReactElement {
  const input = settingInput(setting);
  const { choose } = useWords(settingsWords);
  const common = {
    id: 'edit-value',
    value: text,
    isDisabled: isUnset,
    'aria-describedby': 'edit-help',
    validated: problem === '' ? 'default' : 'error',
  } as const;
  switch (input.kind) {
    case 'choice':
      return (
        <FormSelect {...common} onChange={(_, next) => onText(next)}>
          {text === '' && <FormSelectOption value="" label={choose} isPlaceholder />}
          {input.options.map((option) => (
            <FormSelectOption key={option} value={option} label={option} />
          ))}
        </FormSelect>
      );
    case 'json': {
      const { isDisabled, ...rest } = common;
      return <TextArea {...rest} disabled={isDisabled} rows={8} onChange={(_, next) => onText(next)} />;
    }
    default:
      return (
        <TextInput
          {...common}
          type={input.kind === 'number' ? 'number' : 'text'}
          onChange={(_, next) => onText(next)}
        />
      );
  }
}
