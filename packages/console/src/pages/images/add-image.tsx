import { Button, Modal, ModalBody, ModalFooter, ModalHeader, ModalVariant } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { foundImageModel } from '../../models/found-image-model.ts';
import { EditPreview } from '../../parts/edit/edit-preview.tsx';
import { useEdit } from '../../parts/edit/use-edit.ts';
import { useAsking } from '../../parts/use-asking.ts';
import { imageAsksWords } from '../../words/image-asks-words.ts';
import { useWords } from '../../words/language-context.ts';
import { FoundImage } from './found-image.tsx';
import { ImageForm, type WantedImage } from './image-form.tsx';

interface AddImageProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** A golden image that is to be added: looked up, planned, and applied where somebody wants it. */
export function AddImage({ token, onClose }: AddImageProps): ReactElement {
  const words = useWords(imageAsksWords);
  const { asked, ask, forget } = useAsking('image', token);
  const edit = useEdit(token);
  const isBusy = asked.step === 'asking' || ['planning', 'applying'].includes(edit.state.step);
  const lookUp = async (wanted: WantedImage) => {
    edit.forget();
    const answer = await ask({ ...wanted });
    const found = answer === undefined ? undefined : foundImageModel(answer);
    if (found?.isFound === true) await edit.plan(found.patch);
  };
  return (
    <Modal isOpen variant={ModalVariant.large} onClose={onClose} aria-labelledby="add-title">
      <ModalHeader title={words.add} labelId="add-title" description={words.addLead} />
      <ModalBody>
        <ImageForm
          onLookUp={lookUp}
          onChange={() => {
            forget();
            edit.forget();
          }}
        />
        <div aria-live="polite" className="console-preview">
          {asked.step === 'asking' && <p>{words.asking}</p>}
          {asked.step === 'told' && <FoundImage found={foundImageModel(asked.answer)} />}
        </div>
        <EditPreview edit={edit} />
      </ModalBody>
      <ModalFooter>
        <Button type="submit" form="add-image" variant="secondary" isDisabled={isBusy}>
          {words.lookUp}
        </Button>
        <Button variant="link" onClick={onClose}>
          {words.close}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
