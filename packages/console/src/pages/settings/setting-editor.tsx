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
import { type ReactElement, type SyntheticEvent, useEffect, useRef } from 'react';
import { pageLink } from '../../models/page-link.ts';
import type { SettingModel } from '../../models/settings-model.ts';
import { EditPreview } from '../../parts/edit/edit-preview.tsx';
import { type Edit, useEdit } from '../../parts/edit/use-edit.ts';
import { useWords } from '../../words/language-context.ts';
import { settingsWords } from '../../words/settings-words.ts';
import { yamlWords } from '../../words/yaml-words.ts';
import { SettingField } from './setting-field.tsx';
import { useSettingInput } from './use-setting-input.ts';

interface SettingEditorProps {
  readonly setting: SettingModel;
  /** What a link asks for, as JSON: it is planned at once, and not applied; `''`: nothing. */
  readonly linked: string;
  readonly token: string;
  /** Shows a merge patch, as JSON, in the YAML of the whole. */
  readonly onYaml: (patch: string) => void;
  readonly onClose: () => void;
}

/** A change of one setting, what it would do, and applying it. */
export function SettingEditor({ onClose, onYaml, ...props }: SettingEditorProps): ReactElement {
  const { setting, linked, token } = props;
  const words = useWords(settingsWords);
  const { path, summary } = setting;
  const [edit, input] = [useEdit(token), useSettingInput(setting, linked)];
  const { patch, value = '' } = input.edit ?? {};
  const plan = async () => {
    if (patch !== undefined) await edit.plan(patch);
  };
  usePlanAtOnce(linked !== '', plan);
  const { step } = edit.state;
  // what came of it is to be seen
  const close = () => step !== 'applying' && onClose();
  const change = (next: Parameters<typeof input.change>[0]) => {
    edit.forget();
    input.change(next);
  };
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={close} aria-labelledby="edit-title">
      <ModalHeader title={words.editOf(path)} labelId="edit-title" description={summary} />
      <ModalBody>
        <Form id="edit" onSubmit={instead(plan)}>
          <SettingField
            {...{ setting, ...input }}
            onText={(text) => change({ text })}
            onUnset={(isUnset) => change({ isUnset })}
          />
        </Form>
        <EditPreview edit={edit} link={pageLink(location.origin, '/settings', { edit: path, value })} />
      </ModalBody>
      <Footer
        step={step}
        canShow={patch !== undefined}
        onYaml={() => onYaml(printJson(input.isTouched ? (patch ?? {}) : {}))}
        onClose={close}
      />
    </Modal>
  );
}

/** The browser would load the page anew. */
function instead(act: () => Promise<void>): (event: SyntheticEvent) => Promise<void> {
  return async (event) => {
    event.preventDefault();
    await act();
  };
}

interface FooterProps {
  readonly step: Edit['state']['step'];
  readonly canShow: boolean;
  readonly onYaml: () => void;
  readonly onClose: () => void;
}

function Footer({ step, canShow, onYaml, onClose }: FooterProps): ReactElement {
  const words = useWords(settingsWords);
  const { asYaml } = useWords(yamlWords);
  const [isAsking, isApplying] = [step === 'planning', step === 'applying'];
  return (
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
      <Button variant="secondary" isDisabled={!canShow || isAsking || isApplying} onClick={onYaml}>
        {asYaml}
      </Button>
      <Button variant="link" onClick={onClose}>
        {words.close}
      </Button>
    </ModalFooter>
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
