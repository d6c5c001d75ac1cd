import { type ReactElement, useContext, useEffect, useState } from 'react';
import { timeSince } from '../models/time-since.ts';
import { LanguageContext } from '../words/language-context.ts';

const often = 30_000;

/** How long ago something was, with the time itself for who wants it exactly; a dash where it is not known. */
export function Age({ at }: { readonly at: string }): ReactElement {
  const { language } = useContext(LanguageContext);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), often);
    return () => clearInterval(timer);
  }, []);
  const text = timeSince(at, now, language);
  return text === '' ? (
    <>—</>
  ) : (
    <time dateTime={at} title={at}>
      {text}
    </time>
  );
}
