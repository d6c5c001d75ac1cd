import { Button } from '@patternfly/react-core';
import type { ReactElement } from 'react';
import { said } from '../models/said.ts';
import { useWords } from '../words/language-context.ts';
import { loginWords } from '../words/login-words.ts';

interface WhoIsInProps {
  readonly user: string;
  /** Undefined: it is not for the console to end it. */
  readonly onLeave: (() => void) | undefined;
}

/** With whose rights everything is done, and how to end it. */
export function WhoIsIn({ user, onLeave }: WhoIsInProps): ReactElement {
  const words = useWords(loginWords);
  return (
    <>
      <span className="console-user console-text">{words.user(said({ user }, 'user'))}</span>
      {onLeave !== undefined && (
        <Button variant="link" onClick={onLeave}>
          {words.leave}
        </Button>
      )}
    </>
  );
}
