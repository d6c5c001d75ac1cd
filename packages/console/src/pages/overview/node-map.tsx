import type { ReactElement } from 'react';
import type { NodeBar } from '../../models/node-bars.ts';
import { useWords } from '../../words/language-context.ts';
import { nodesWords } from '../../words/nodes-words.ts';

/** Nodes by architecture and state as bars; each is told in words, too. */
export function NodeMap({ bars }: { readonly bars: readonly NodeBar[] }): ReactElement {
  return (
    <ul className="console-plan console-bars">
      {bars.map((bar) => (
        <Bar key={bar.architecture} bar={bar} />
      ))}
    </ul>
  );
}

function Bar({ bar }: { readonly bar: NodeBar }): ReactElement {
  const { architecture, count, segments } = bar;
  const words = useWords(nodesWords);
  const told = segments.map((each) => words.states[each.state](each.count)).join(words.join);
  return (
    <li>
      <strong className="console-text">{architecture}</strong> {words.title(count)}
      <svg className="console-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="console-bar-all" x="0" y="0" width="100" height="6" />
        {segments.map(({ state, start, width }) => (
          <rect key={state} className={`console-bar-${state}`} x={start} y="0" width={width} height="6" />
        ))}
      </svg>
      <div className="console-quiet">{told}</div>
    </li>
  );
}
