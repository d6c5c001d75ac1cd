import {
  Button,
  Form,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalVariant,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import { inputText, typedValue } from '../../models/setting-input.ts';
import { patchOf, type SettingModel } from '../../models/settings-model.ts';
import { EditPreview } from '../../parts/edit/edit-preview.tsx';
import { type Edit, useEdit } from '../../parts/edit/use-edit.ts';
import { SettingField } from './setting-field.tsx';

interface SettingEditorProps {
  readonly setting: SettingModel;
  readonly token: string;
  readonly onClose: () => void;
}

/** A change of one setting, what it would do, and applying it. */
export function SettingEditor({ setting, token, onClose }: SettingEditorProps): ReactElement {
  const { path, summary } = setting;
  const edit = useEdit(token);
  const { step } = edit.state;
  const [isAsking, isApplying] = [step === 'planning', step === 'applying'];
  // what came of it is to be seen
  const close = () => !isApplying && onClose();
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={close} aria-labelledby="edit-title">
      <ModalHeader title={`Edit ${path}`} labelId="edit-title" description={summary} />
      <ModalBody>
        <EditForm setting={setting} onPlan={edit.plan} onChange={edit.forget} />
        <EditPreview edit={edit} />
      </ModalBody>
      <ModalFooter>
        <Button
          type="submit"
          form="edit"
          variant={step === 'none' || isAsking ? 'primary' : 'secondary'}
          isDisabled={isAsking || isApplying}
          isLoading={isAsking}
        >
          {isAsking ? 'Planning…' : 'Show the plan'}
        </Button>
        <Button variant="link" onClick={close}>
          Close
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface EditFormProps extends Pick<SettingEditorProps, 'setting'> {
  readonly onPlan: Edit['plan'];
  readonly onChange: () => void;
}

function EditForm({ setting, onPlan, onChange }: EditFormProps): ReactElement {
  const [text, setText] = useState(inputText(setting.value));
  const [isUnset, setUnset] = useState(false);
  const typed = isUnset ? { ok: true, value: undefined } : typedValue(setting.type, text);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if ('value' in typed) await onPlan(patchOf(setting.path, typed.value));
  };
  return (
    <Form id="edit" onSubmit={submit}>
      <SettingField
        setting={setting}
        text={text}
        isUnset={isUnset}
        problem={'message' in typed ? typed.message : ''}
        onText={(next) => {
          onChange();
          setText(next);
        }}
        onUnset={(next) => {
          onChange();
          setUnset(next);
        }}
      />
    </Form>
  );
}
