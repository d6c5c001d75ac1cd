import {
  Alert,
  Button,
  Content,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  PageSection,
  TextInput,
  Title,
} from '@patternfly/react-core';
import { type FormEvent, type ReactElement, useEffect, useState } from 'react';
import { said } from '../models/said.ts';
import { logIn, type NoSession, type Opened, openSession } from '../session/open-session.ts';
import { useWords } from '../words/language-context.ts';
import { loginWords } from '../words/login-words.ts';

interface LoginFormProps {
  readonly why: NoSession;
  readonly onOpened: (opened: Opened) => void;
}

/** Where somebody logs in with a token of his own, or has the proxy in front do it again. */
export function LoginForm({ why, onOpened }: LoginFormProps): ReactElement {
  const words = useWords(loginWords);
  useEffect(() => {
    document.title = `${words.title} · Archipelago`;
  }, [words]);
  const byProxy = why.starts === 'proxy';
  return (
    <PageSection>
      <Title headingLevel="h1">{words.title}</Title>
      <Content component="p">{byProxy ? words.proxy : words.lead}</Content>
      <div aria-live="polite">
        {why.reason !== '' && (
          <Alert variant="warning" isInline title={words.refused} component="h2">
            <span className="console-text">{reasonOf(why, words.reasons)}</span>
          </Alert>
        )}
      </div>
      <Entry byProxy={byProxy} onOpened={onOpened} />
    </PageSection>
  );
}

function reasonOf(why: NoSession, reasons: Readonly<Record<string, string>>): string {
  const known = why.starts === 'login' && Object.hasOwn(reasons, why.reason);
  return known ? (reasons[why.reason] ?? '') : said(why, 'message');
}

interface EntryProps {
  readonly byProxy: boolean;
  readonly onOpened: (opened: Opened) => void;
}

function Entry({ byProxy, onOpened }: EntryProps): ReactElement {
  const words = useWords(loginWords);
  const [token, setToken] = useState('');
  const [isAsking, setAsking] = useState(false);
  const enter = (event: FormEvent) => {
    event.preventDefault();
    setAsking(true);
    const opening = byProxy ? openSession() : logIn(token);
    opening.then(onOpened, (error: unknown) => console.error(error)).finally(() => setAsking(false));
  };
  return (
    <Form onSubmit={enter} className="console-login">
      {!byProxy && <TokenField token={token} onChange={setToken} />}
      <Button
        type="submit"
        isDisabled={isAsking || (!byProxy && token.trim() === '')}
        isLoading={isAsking}
        className="console-enter"
      >
        {isAsking ? words.entering : byProxy ? words.again : words.enter}
      </Button>
    </Form>
  );
}

interface TokenFieldProps {
  readonly token: string;
  readonly onChange: (token: string) => void;
}

function TokenField({ token, onChange }: TokenFieldProps): ReactElement {
  const words = useWords(loginWords);
  return (
    <FormGroup label={words.token} isRequired fieldId="login-token">
      <TextInput
        id="login-token"
        type="password"
        autoComplete="off"
        spellCheck={false}
        isRequired
        value={token}
        onChange={(_, value) => onChange(value)}
        aria-describedby="login-token-help"
      />
      <FormHelperText>
        <HelperText id="login-token-help">
          <HelperTextItem>{words.where}</HelperTextItem>
          <HelperTextItem>{words.kept}</HelperTextItem>
        </HelperText>
      </FormHelperText>
    </FormGroup>
  );
}
