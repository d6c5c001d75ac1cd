import { type JsonValue, textAt, textsAt } from '@archipelago/apimachinery';
import {
  Alert,
  Button,
  Modal,
  ModalBody,
  ModalFooter,
  ModalHeader,
  ModalVariant,
} from '@patternfly/react-core';
import { type ReactElement, useState } from 'react';
import type { NodeImageModel } from '../../models/node-images-model.ts';
import { said } from '../../models/said.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { askConsole } from '../../session/ask-console.ts';
import { buildWords } from '../../words/build-words.ts';
import { useWords } from '../../words/language-context.ts';

/** A build that somebody wants. */
export interface WantedBuild {
  readonly architecture: string;
  readonly request: 'retry' | 'rebuild';
}

interface BuildRequestProps {
  readonly config: NodeImageModel;
  readonly wanted: WantedBuild;
  readonly token: string;
  readonly onClose: () => void;
}

/** What a build would do, said and tried in a dry run before it is asked for. */
export function BuildRequest({ config, wanted, token, onClose }: BuildRequestProps): ReactElement {
  const words = useWords(buildWords);
  const { architecture, request } = wanted;
  const body = { config: config.key, request, architectures: [architecture] };
  const preview = useAnswer({ name: 'ask-for-build', body, token }).answer;
  const [done, setDone] = useState<JsonValue>();
  const [isAsking, setAsking] = useState(false);
  const told = done ?? preview;
  const ask = async () => {
    setAsking(true);
    setDone(await askConsole('ask-for-build', { ...body, agreed: textAt(told, 'message') }, token));
    setAsking(false);
  };
  const mayAsk = ['planned', 'changed'].includes(textAt(told, 'state'));
  return (
    <Modal isOpen variant={ModalVariant.medium} onClose={onClose} aria-labelledby="build-title">
      <ModalHeader
        title={words.request.title(config.name, architecture, request === 'retry')}
        labelId="build-title"
      />
      <ModalBody aria-live="polite">
        {told === undefined ? <p>{words.request.asking}</p> : <Told told={told} />}
      </ModalBody>
      <ModalFooter>
        {mayAsk && (
          <Button onClick={ask} isDisabled={isAsking} isLoading={isAsking}>
            {isAsking ? words.request.asking : words.request.ask}
          </Button>
        )}
        <Button variant="link" onClick={onClose}>
          {words.close}
        </Button>
      </ModalFooter>
    </Modal>
  );
}

const variants = {
  planned: 'info',
  asked: 'success',
  changed: 'warning',
  refused: 'warning',
  mayNot: 'danger',
  notSeen: 'danger',
} as const;

function Told({ told }: { readonly told: JsonValue }): ReactElement {
  const { request } = useWords(buildWords);
  const problem = said(told, 'problem', 'message');
  const state = problem === '' ? textAt(told, 'state') : 'notSeen';
  const known = Object.entries(variants).find(([name]) => name === state);
  const title = state === 'planned' ? request.accepts : (request.states[state] ?? state);
  return (
    <Alert variant={known?.[1] ?? 'danger'} isInline title={title} component="h2">
      {['planned', 'changed', 'asked'].includes(state) ? (
        <Plan told={told} />
      ) : (
        <p className="console-text">{problem || said(told, 'message')}</p>
      )}
    </Alert>
  );
}

function Plan({ told }: { readonly told: JsonValue }): ReactElement {
  const { request } = useWords(buildWords);
  const [builds, reuses] = [listOf(told, 'builds'), listOf(told, 'reuses')];
  return (
    <>
      {builds !== '' && <p className="console-text">{request.builds(builds)}</p>}
      {reuses !== '' && <p className="console-text">{request.reuses(reuses)}</p>}
    </>
  );
}

function listOf(told: JsonValue, name: string): string {
  return textsAt(told, name)
    .map((_, index) => said(told, name, index))
    .join(', ');
}
