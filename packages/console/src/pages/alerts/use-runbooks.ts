import { useEffect, useState } from 'react';
import { type RunbookModel, runbooksModel } from '../../models/alerts-model.ts';
import { askConsole } from '../../session/ask-console.ts';

/** Every alert with its runbook; undefined until they were told. */
export function useRunbooks(token: string): readonly RunbookModel[] | undefined {
  const [runbooks, setRunbooks] = useState<readonly RunbookModel[]>();
  useEffect(() => {
    let isGone = false;
    askConsole('runbooks', {}, token).then(
      (answer) => isGone || setRunbooks(runbooksModel(answer)),
      (error: unknown) => console.error(error),
    );
    return () => {
      isGone = true;
    };
  }, [token]);
  return runbooks;
}
