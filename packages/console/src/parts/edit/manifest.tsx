import {
  Button,
  ClipboardCopyButton,
  CodeBlock,
  CodeBlockAction,
  CodeBlockCode,
  Content,
  ExpandableSection,
} from '@patternfly/react-core';
import { type ReactElement, useId, useState } from 'react';
import { valueText } from '../../models/value-text.ts';
import { editWords } from '../../words/edit-words.ts';
import { useWords } from '../../words/language-context.ts';

/** A HyperConverged as YAML, to be copied or saved; what is shown of it may be shortened. */
export function Manifest({ text }: { readonly text: string }): ReactElement {
  const words = useWords(editWords);
  return (
    <ExpandableSection toggleText={words.manifest}>
      <Content component="p">{words.manifestHelp}</Content>
      <CodeBlock aria-label={words.manifest} actions={<Actions text={text} />}>
        <CodeBlockCode className="console-value">{valueText(text)}</CodeBlockCode>
      </CodeBlock>
    </ExpandableSection>
  );
}

function Actions({ text }: { readonly text: string }): ReactElement {
  const words = useWords(editWords);
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  return (
    <>
      <CodeBlockAction>
        <ClipboardCopyButton
          id={id}
          aria-label={words.copyManifest}
          variant="plain"
          onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
          onTooltipHidden={() => setCopied(false)}
        >
          {isCopied ? words.copied : words.copy}
        </ClipboardCopyButton>
      </CodeBlockAction>
      <CodeBlockAction>
        <Button variant="link" isInline onClick={() => save(text)}>
          {words.save}
        </Button>
      </CodeBlockAction>
    </>
  );
}

function save(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
  link.download = 'kubevirt-hyperconverged.yaml';
  link.click();
  URL.revokeObjectURL(link.href);
}
