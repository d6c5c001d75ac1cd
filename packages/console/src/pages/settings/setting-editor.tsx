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
import { PlanPreview } from './plan-preview.tsx';
import { SettingField } from './setting-field.tsx';
import { usePlanning } from './use-planning.ts';

interface SettingEditorProps {
  readonly setting: SettingModel;
  readonly namespace: string;
  readonly token: string;
  readonly onClose: () => void;
}

/** A change of one setting, and what it would do. Nothing is stored. */
export function SettingEditor({ setting, namespace, token, onClose }: SettingEditorProps): ReactElement {
  const { path, summary } = setting;
  const { planned, plan, forget } = usePlanning(token);
  const isAsking = planned.state === 'asking';
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={onClose} aria-labelledby="edit-title">
      <ModalHeader title={`Edit ${path}`} labelId="edit-title" description={summary} />
      <ModalBody>
        <EditForm setting={setting} onPlan={plan} onChange={forget} />
        <div aria-live="polite" className="console-preview">
          {planned.state === 'there' && (
            <PlanPreview plan={planned.plan} patch={planned.patch} namespace={namespace} />
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="edit" isDisabled={isAsking} isLoading={isAsking}>
          {isAsking ? 'Planning…' : 'Show the plan'}
        </Button>
        <Button variant="link" onClick={onClose}>
          Close
        </Button>
      </ModalFooter>
    </Modal>
  );
}

interface EditFormProps extends Pick<SettingEditorProps, 'setting'> {
  readonly onPlan: ReturnType<typeof usePlanning>['plan'];
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
