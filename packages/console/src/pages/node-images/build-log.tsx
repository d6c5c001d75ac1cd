import { Button, Content } from '@patternfly/react-core';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type BuildLogModel, buildLogModel } from '../../models/build-log-model.ts';
import type { NodeImageModel } from '../../models/node-images-model.ts';
import { valueText } from '../../models/value-text.ts';
import { useAnswer } from '../../parts/use-answer.ts';
import { useBeat } from '../../parts/use-beat.ts';
import { buildWords } from '../../words/build-words.ts';
import { useWords } from '../../words/language-context.ts';

interface BuildLogProps {
  readonly config: NodeImageModel;
  /** `''`: the assembly. */
  readonly architecture: string;
  readonly token: string;
  readonly onClose: () => void;
}

const everyMs = 2_000;

/** The last lines of what a build says, read again while it goes on and somebody looks. */
export function BuildLog({ config, architecture, token, onClose }: BuildLogProps): ReactElement {
  const words = useWords(buildWords);
  const [isFollowed, setFollowed] = useState(true);
  const beat = useBeat(isFollowed, everyMs);
  const { answer } = useAnswer({
    name: 'build-log',
    body: { config: config.key, architecture },
    token,
    // the build of a retry is another one
    stamp: `${config.build?.name ?? ''} ${config.build?.phase ?? ''} ${beat}`,
  });
  const log = answer === undefined ? undefined : buildLogModel(answer);
  useEffect(() => setFollowed(log === undefined || log.isRunning), [log]);
  const title = words.log.title(config.name, valueText(architecture || words.log.assembly));
  return (
    <section aria-label={title}>
      <Content component="h3" className="console-text">
        {title}
      </Content>
      {log === undefined ? <p role="status">{words.log.asking}</p> : <Told log={log} label={title} />}
      <Button variant="link" isInline onClick={onClose}>
        {words.close}
      </Button>
    </section>
  );
}

function Told({ log, label }: { readonly log: BuildLogModel; readonly label: string }): ReactElement {
  const { log: words } = useWords(buildWords);
  const { job, text, message, isRunning, isCut, isKept } = log;
  return (
    <>
      <p role="status" className="console-text">
        {job !== '' && `${words.job(job)}. `}
        {isRunning ? words.running : job !== '' && words.ended} {isKept && words.kept} {isCut && words.cut}
      </p>
      {text === '' ? (
        <p className="console-text">
          {words.none}
          {message !== '' && `: ${message}`}
        </p>
      ) : (
        <Lines text={text} label={label} />
      )}
    </>
  );
}

/** Text that the keyboard scrolls, too. Its end is in sight, as long as nobody has scrolled away from it. */
function Lines({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  const box = useRef<HTMLTextAreaElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    if (text !== '' && isAtEnd.current && box.current !== null)
      box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  const look = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {};
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 8;
  };
  return (
    <textarea
      className="console-log console-value"
      readOnly
      rows={Math.min(20, text.split('\n').length + 1)}
      ref={box}
      onScroll={look}
      aria-label={label}
      value={text}
    />
  );
}
