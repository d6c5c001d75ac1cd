/** Where in a kubeconfig something is wrong, and what to do about it. */
export interface KubeconfigProblem {
  /** The file, or what stands for one (`--context`, the environment). */
  readonly file: string;
  /** `users[1].user.exec.command`; empty when it is about the whole file. */
  readonly field: string;
  /** As written; never a secret. */
  readonly value?: string;
  readonly reason: string;
  readonly fix: string;
}

/** Thrown when there is no usable configuration. The message names file, field, value, reason and fix. */
export class KubeconfigError extends Error {
  override readonly name = 'KubeconfigError';
  readonly problem: KubeconfigProblem;

  constructor(problem: KubeconfigProblem) {
    const { file, field, value, reason, fix } = problem;
    const where = [file, field, value === undefined ? '' : JSON.stringify(value)].filter(
      (part) => part !== '',
    );
    super(`${where.join(': ')}: ${reason}; ${fix}`);
    this.problem = problem;
  }
}
