import { printJson } from '@archipelago/apimachinery';
import {
  Button,
  Form,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalVariant,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { pageLink } from '../../models/page-link.ts';
import { inputText, linkedInput, typedValue } from '../../models/setting-input.ts';
import { patchOf, type SettingModel } from '../../models/settings-model.ts';
import { EditPreview } from '../../parts/edit/edit-preview.tsx';
import { type Edit, useEdit } from '../../parts/edit/use-edit.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';
import { SettingField } from './setting-field.tsx';

interface SettingEditorProps {
  readonly setting: SettingModel;
  /** What a link asks for, as JSON: it is planned at once, and not applied; `''`: nothing. */
  readonly linked: string;
  readonly token: string;
  readonly onClose: () => void;
}

/** A change of one setting, what it would do, and applying it. */
export function SettingEditor({ setting, linked, token, onClose }: SettingEditorProps): ReactElement {
  const words = useWords(settingsWords);
  const { path, summary } = setting;
  const edit = useEdit(token);
  const [value, setValue] = useState('');
  const { step } = edit.state;
  const [isAsking, isApplying] = [step === 'planning', step === 'applying'];
  // what came of it is to be seen
  const close = () => !isApplying && onClose();
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={close} aria-labelledby="edit-title">
      <ModalHeader title={words.editOf(path)} labelId="edit-title" description={summary} />
      <ModalBody>
        <EditForm setting={setting} linked={linked} edit={edit} onPlan={setValue} />
        <EditPreview edit={edit} link={pageLink(location.origin, '/settings', { edit: path, value })} />
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form="edit"
          variant={step === 'none' || isAsking ? 'primary' : 'secondary'}
          isDisabled={isAsking || isApplying}
          isLoading={isAsking}
        >
          {isAsking ? words.planning : words.plan}
        </Button>
        <Button variant="link" onClick={close}>
          {words.close}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface EditFormProps extends Pick<SettingEditorProps, 'setting' | 'linked'> {
  readonly edit: Edit;
  /** Told the value that is planned, as JSON. */
  readonly onPlan: (value: string) => void;
}

function EditForm({ setting, linked, edit, onPlan }: EditFormProps): ReactElement {
  const words = useWords(settingsWords);
  const first = linked === '' ? { text: inputText(setting.value), isUnset: false } : linkedInput(linked);
  const [{ text, isUnset }, setInput] = useState(first);
  const typed = isUnset ? { ok: true, value: undefined } : typedValue(setting.type, text, words);
  const plan = async () => {
    if (!('value' in typed)) return;
    onPlan(printJson(typed.value ?? null));
    await edit.plan(patchOf(setting.path, typed.value));
  };
  usePlanAtOnce(linked !== '', plan);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    await plan();
  };
  const change = (next: Partial<typeof first>) => {
    edit.forget();
    setInput({ text, isUnset, ...next });
  };
  return (
    <Form id="edit" onSubmit={submit}>
      <SettingField
        setting={setting}
        text={text}
        isUnset={isUnset}
        problem={'message' in typed ? typed.message : ''}
        onText={(next) => change({ text: next })}
        onUnset={(next) => change({ isUnset: next })}
      />
    </Form>
  );
}

/** Plans once, when it is drawn first, where a link asks for it. */
function usePlanAtOnce(isWanted: boolean, plan: () => Promise<void>): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isWanted || isDone.current) return;
    isDone.current = true;
    plan().catch((error: unknown) => console.error(error));
  });
}
