import { Alert, Content, Spinner } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import type { ProposalModel } from '../../models/proposal-model.ts';
import { useWords } from '../../words/language-context.ts';
import { proposalWords } from '../../words/proposal-words.ts';
import type { useProposal } from './use-proposal.ts';

/** What would be written, what the cluster says to it, and what became of it. */
export function ProposalView({ wished }: Pick<ReturnType<typeof useProposal>, 'wished'>): ReactElement {
  const words = useWords(proposalWords);
  return (
    <div aria-live="polite" className="console-preview">
      {wished.state === 'there' && <Shown proposal={wished.proposal} />}
      {(wished.state === 'asking' || wished.state === 'writing') && (
        <p>
          <Spinner size="md" aria-hidden="true" />{' '}
          {wished.state === 'asking' ? words.asking : words.carryingOut}
        </p>
      )}
    </div>
  );
}

function Shown({ proposal }: { readonly proposal: ProposalModel }): ReactElement {
  const { verdict, texts, writes, effects } = proposal;
  const words = useWords(proposalWords);
  return (
    <>
      <Alert variant={verdict.variant} isInline title={verdict.title} component="h2">
        {texts.map((text) => (
          <p key={text} className="console-text">
            {text}
          </p>
        ))}
      </Alert>
      {writes.map((write) => (
        <Write key={write.object} write={write} />
      ))}
      {effects.length > 0 && <Content component="h3">{words.effects}</Content>}
      {effects.map((text) => (
        <p key={text} className="console-text">
          {text}
        </p>
      ))}
    </>
  );
}

function Write({ write }: { readonly write: ProposalModel['writes'][number] }): ReactElement {
  const { object, verb, lines, keptBy } = write;
  const words = useWords(proposalWords);
  return (
    <section aria-label={object}>
      <Content component="h3" className="console-text">
        {object}: {verb}
      </Content>
      <ul className="console-plan">
        {lines.map(({ sign, text }) => (
          <li key={`${sign} ${text}`} className="console-text">
            <span className="console-sign" aria-hidden="true">
              {sign}
            </span>
            <span className="pf-v6-screen-reader">{words.signs[sign]}: </span>
            {text}
          </li>
        ))}
      </ul>
      {keptBy !== '' && (
        <Alert variant="warning" isInline isPlain title={words.keptBy(keptBy)} component="p" />
      )}
    </section>
  );
}
