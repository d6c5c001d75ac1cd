import { layeringCommands } from '../../layering/view/layering-words.ts';
import type { Advice } from './advice.ts';

/** The words of the terminal: flags and commands. */
export const flagAdvice: Advice = {
  chooseNamespace: (which) => `choose${which === undefined ? '' : ` ${which}`} with --namespace`,
  chooseBuildsNamespace: 'choose one with --layering-namespace',
  chooseLogin: 'choose another login with --kubeconfig or --context',
  otherCluster: '--kubeconfig or --context chooses another cluster',
  lookAtNamespace: (namespace) => `archipelago status -n ${namespace}`,
  rights: 'archipelago doctor rbac --bind WHO prints the rights that looking takes',
  architecture: (name) => `--arch ${name}`,
  layering: layeringCommands,
};
