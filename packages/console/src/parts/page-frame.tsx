import type { JsonValue } from '@archipelago/apimachinery';
import { Alert, Content, PageSection, Title } from '@patternfly/react-core';
import { type ReactElement, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { Heard } from '../live/follow-page.ts';
import { pageModel } from '../models/page-model.ts';
import { SessionContext } from '../session/session-context.ts';
import { frameWords } from '../words/frame-words.ts';
import { useWords } from '../words/language-context.ts';
import { pageWords } from '../words/page-words.ts';
import { Loading } from './loading.tsx';

interface PageFrameProps {
  readonly title: string;
  readonly lead: string;
  readonly heard: Heard;
  /** Draws what was seen. */
  readonly children: (view: JsonValue) => ReactNode;
}

/** What every page has: its heading, what is in the way, and its content once there is any. */
export function PageFrame({ title, lead, heard, children }: PageFrameProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Archipelago`;
    // who went here from another page hears where he is; who has just come begins at the top
    if (document.activeElement !== document.body) heading.current?.focus();
  }, [title]);
  const { over } = useContext(SessionContext);
  useEffect(() => {
    if (heard.connection === 'over') over();
  }, [heard.connection, over]);
  const { view, notes, problem } = pageModel(heard, useWords(pageWords));
  const { looking } = useWords(frameWords);
  return (
    <>
      <PageSection>
        <Title headingLevel="h1" tabIndex={-1} ref={heading}>
          {title}
        </Title>
        <Content component="p">{lead}</Content>
        <div aria-live="polite">
          {problem !== undefined && (
            <Alert variant="danger" isInline title={problem.title} component="h2">
              <span className="console-text">{problem.message}</span>
            </Alert>
          )}
        </div>
        {notes.map((note) => (
          <Alert key={note} variant="info" isInline isPlain title={note} component="p" />
        ))}
      </PageSection>
      {view === undefined ? problem === undefined && <Loading words={looking} /> : children(view)}
    </>
  );
}
