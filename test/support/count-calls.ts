import { Session } from 'node:inspector';

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** How many calls of functions `work` is: the same on a busy machine as on a quiet one. */
export function countCalls(work: () => void): number {
  const session = new Session();
  session.connect();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    session.post('Profiler.takePreciseCoverage');
    work();
    return calls(session);
  } finally {
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}

/** Answers come before `post` returns: the session is of this very thread. */
function calls(session: Session): number {
  let total = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }: Coverage) => {
    if (error !== null) throw error;
    for (const { functions } of result) for (const { ranges } of functions) total += ranges[0]?.count ?? 0;
  });
  return total;
}
