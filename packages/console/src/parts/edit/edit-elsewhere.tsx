import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { ClipboardCopy, Content } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { patchCommand } from '../../models/patch-command.ts';
import { editWords } from '../../words/edit-words.ts';
import { useWords } from '../../words/language-context.ts';
import { Manifest } from './manifest.tsx';

interface EditElsewhereProps {
  readonly patch: JsonObject;
  readonly stored: JsonObject;
  /** `''`: there is none, of the link, too. */
  readonly manifest: string;
  readonly link: string;
}

/** An edit as a command, and as a manifest for Git. */
export function EditElsewhere({ patch, stored, manifest, link }: EditElsewhereProps): ReactElement {
  const words = useWords(editWords);
  return (
    <section aria-label={words.elsewhere} className="console-stack">
      <Content component="h3">{words.elsewhere}</Content>
      <ClipboardCopy
        isReadOnly
        variant="expansion"
        hoverTip={words.copy}
        clickTip={words.copied}
        textAriaLabel={words.command}
        toggleAriaLabel={words.all}
      >
        {patchCommand(patch, textAt(stored, 'metadata', 'namespace'))}
      </ClipboardCopy>
      {link !== '' && (
        <p>
          {words.link}:{' '}
          <ClipboardCopy
            variant="inline-compact"
            hoverTip={words.copy}
            clickTip={words.copied}
            textAriaLabel={words.link}
            className="console-text"
          >
            {link}
          </ClipboardCopy>
        </p>
      )}
      {manifest !== '' && <Manifest text={manifest} />}
    </section>
  );
}
