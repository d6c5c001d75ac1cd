/**
 * What a store means: `unknown` before the first complete list, `complete` when it mirrors the
 * server (also while a watch reconnects), `not-served` when the server has no such resource.
 */
export type Knowledge = 'unknown' | 'complete' | 'not-served';

/** The present knowledge, and who waits for it. */
interface KnowledgeGate {
  value(): Knowledge;
  /** True when that is news. */
  set(knowledge: Knowledge): boolean;
  /** Resolves once anything is known, or after `release`. */
  settled(): Promise<void>;
  /** Nothing more will be known: nobody waits any longer. */
  release(): void;
}

/** A gate that starts with `unknown`. */
export function createKnowledgeGate(): KnowledgeGate {
  let value: Knowledge = 'unknown';
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    value: () => value,
    set(knowledge) {
      const news = value !== knowledge;
      value = knowledge;
      open();
      return news;
    },
    settled: () => opened,
    release: () => open(),
  };
}
