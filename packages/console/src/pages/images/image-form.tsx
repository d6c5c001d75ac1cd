import {
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  TextInput,
} from '@patternfly/react-core';
import { type ReactElement, type SyntheticEvent, useState } from 'react';
import { imageAsksWords } from '../../words/image-asks-words.ts';
import { useWords } from '../../words/language-context.ts';

const fields = ['reference', 'name', 'size', 'secret'] as const;

/** What was typed in; what is empty is chosen by the console. */
export type WantedImage = Readonly<Record<(typeof fields)[number], string>>;

const empty: WantedImage = { reference: '', name: '', size: '', secret: '' };

interface ImageFormProps {
  readonly onLookUp: (wanted: WantedImage) => Promise<void>;
  readonly onChange: () => void;
}

/** Which image is to be added, and as what. */
export function ImageForm({ onLookUp, onChange }: ImageFormProps): ReactElement {
  const words = useWords(imageAsksWords);
  const [wanted, setWanted] = useState(empty);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (wanted.reference.trim() !== '') await onLookUp(wanted);
  };
  return (
    <Form id="add-image" onSubmit={submit}>
      {fields.map((field) => (
        <FormGroup
          key={field}
          label={words[field]}
          fieldId={`add-${field}`}
          isRequired={field === 'reference'}
        >
          <TextInput
            id={`add-${field}`}
            value={wanted[field]}
            isRequired={field === 'reference'}
            aria-describedby={`add-${field}-help`}
            onChange={(_, text) => {
              onChange();
              setWanted({ ...wanted, [field]: text });
            }}
          />
          <FormHelperText>
            <HelperText id={`add-${field}-help`}>
              <HelperTextItem>{words[`${field}Help`]}</HelperTextItem>
            </HelperText>
          </FormHelperText>
        </FormGroup>
      ))}
    </Form>
  );
}
