import { hyperConvergedKind } from '../api/hyper-converged-kind.ts';
import { Controller } from '../engine/controller.ts';

type Options = Omit<ConstructorParameters<typeof Controller>[0], 'name' | 'pace'>;

/** The loop that keeps operands as the HyperConverged says: as soon as something changes. */
export function createOperandsController(options: Options): Controller {
  const pace = { pauseMs: 0, perPlanning: 0, longestPauseMs: 0 };
  return new Controller({ ...options, name: hyperConvergedKind.kind, pace });
}
