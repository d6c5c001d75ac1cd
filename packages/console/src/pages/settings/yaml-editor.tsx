import { type JsonObject, printJson } from '@archipelago/apimachinery';
import {
  Alert,
  Button,
  Form,
  FormGroup,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalVariant,
  TextArea,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useEffect, useRef } from 'react';
import { pageLink } from '../../models/page-link.ts';
import { valueIn } from '../../models/settings-model.ts';
import { lineRange } from '../../models/yaml-model.ts';
import { EditPreview } from '../../parts/edit/edit-preview.tsx';
import { type Edit, useEdit } from '../../parts/edit/use-edit.ts';
import { useWords } from '../../words/language-context.ts';
import { yamlWords } from '../../words/yaml-words.ts';
import { useYaml } from './use-yaml.ts';
import { YamlFindings } from './yaml-findings.tsx';

interface YamlEditorProps {
  /** An edit that the text begins with; it is planned at once, and not applied. */
  readonly patch: JsonObject;
  /** The setting whose form it was opened from; `''`: none. */
  readonly from: string;
  readonly token: string;
  /** Goes to that form, with a value as JSON. */
  readonly onForm: (value: string) => void;
  readonly onClose: () => void;
}

/** The whole HyperConverged as YAML, what an edit of it would do, and applying it. */
export function YamlEditor({ patch, from, token, onForm, onClose }: YamlEditorProps): ReactElement {
  const words = useWords(yamlWords);
  const [yaml, edit] = [useYaml(patch, token), useEdit(token)];
  const { step, ...state } = edit.state;
  const isBusy = yaml.isReading || step === 'planning' || step === 'applying';
  usePlanOnce(yaml.text !== undefined, patch, edit);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const read = await yaml.read();
    if (read !== undefined) await edit.plan(read.patch);
  };
  const toForm = async () => {
    const read = await yaml.read();
    if (read !== undefined) onForm(printJson(valueIn(read.object, from) ?? null));
  };
  const close = () => step !== 'applying' && onClose();
  const planned = 'patch' in state ? printJson(state.patch) : '';
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={close} aria-labelledby="yaml-title">
      <ModalHeader title={words.title} labelId="yaml-title" description={words.lead} />
      <ModalBody>
        <Form id="yaml" onSubmit={submit}>
          <YamlText yaml={yaml} isDisabled={isBusy} onChange={edit.forget} />
        </Form>
        <EditPreview edit={edit} link={pageLink(location.origin, '/settings', { yaml: planned })} />
      </ModalBody>
      <Footer
        step={step}
        isBusy={isBusy || yaml.text === undefined}
        onForm={from === '' ? undefined : toForm}
        onClose={close}
      />
    </Modal>
  );
}

/** Plans what the text begins with, once it is there. */
function usePlanOnce(isThere: boolean, patch: JsonObject, { plan }: Edit): void {
  const isWanted = useRef(Object.keys(patch).length > 0);
  useEffect(() => {
    if (!isThere || !isWanted.current) return;
    isWanted.current = false;
    plan(patch).catch((error: unknown) => console.error(error));
  });
}

interface FooterProps {
  readonly step: Edit['state']['step'];
  readonly isBusy: boolean;
  /** Undefined: it was not opened from a form. */
  readonly onForm: (() => void) | undefined;
  readonly onClose: () => void;
}

function Footer({ step, isBusy, onForm, onClose }: FooterProps): ReactElement {
  const words = useWords(yamlWords);
  return (
    <ModalFooter>
      <Button
        type="submit"
        form="yaml"
        variant={step === 'none' || step === 'planning' ? 'primary' : 'secondary'}
        isDisabled={isBusy}
        isLoading={step === 'planning'}
      >
        {step === 'planning' ? words.planning : words.plan}
      </Button>
      {onForm !== undefined && (
        <Button variant="secondary" isDisabled={isBusy} onClick={onForm}>
          {words.backToForm}
        </Button>
      )}
      <Button variant="link" onClick={onClose}>
        {words.close}
      </Button>
    </ModalFooter>
  );
}

interface YamlTextProps {
  readonly yaml: ReturnType<typeof useYaml>;
  readonly isDisabled: boolean;
  readonly onChange: () => void;
}

function YamlText({ yaml, isDisabled, onChange }: YamlTextProps): ReactElement {
  const words = useWords(yamlWords);
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, problem, findings } = yaml;
  if (problem !== '')
    return (
      <Alert variant="danger" isInline title={words.noText} component="h2">
        <span className="console-text">{problem}</span>
      </Alert>
    );
  if (text === undefined) return <p role="status">{words.loading}</p>;
  const show = (line: number) => {
    area.current?.focus();
    area.current?.setSelectionRange(...lineRange(text, line));
  };
  return (
    <>
      <FormGroup label={words.text} fieldId="yaml-text">
        <TextArea
          id="yaml-text"
          ref={area}
          className="console-yaml"
          value={text}
          rows={20}
          spellCheck={false}
          disabled={isDisabled}
          validated={findings.some(({ isError }) => isError) ? 'error' : 'default'}
          aria-describedby="yaml-findings"
          onChange={(_, next) => {
            onChange();
            yaml.change(next);
          }}
        />
      </FormGroup>
      <YamlFindings findings={findings} onShow={show} />
    </>
  );
}
