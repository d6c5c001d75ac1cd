/** Why a data folder cannot be used. */
type DataFolderProblem =
  /** A process that lives has it. */
  | 'in-use'
  /** A newer release wrote it. */
  | 'newer'
  /** What was written is not what is there. */
  | 'damaged'
  /** It holds something else. */
  | 'foreign';

/** A data folder that cannot be used; the message says where, why, and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
  readonly problem: DataFolderProblem;

  constructor(problem: DataFolderProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
