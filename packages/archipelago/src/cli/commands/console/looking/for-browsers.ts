import type { Advice } from '../../../advice/advice.ts';

const starter = 'who starts the console';

/** The words of the console: its pages, and what whoever starts it can do. Nobody types a flag into a browser. */
export const forBrowsers: Advice = {
  chooseNamespace: () => `${starter} chooses one, with archipelago console --namespace`,
  chooseBuildsNamespace: `${starter} chooses one, with archipelago console --layering-namespace`,
  chooseLogin:
    'come with another login: log out and in again, or start your own console with archipelago console --context',
  otherCluster: `${starter} chooses another cluster, with archipelago console --kubeconfig or --context`,
  lookAtNamespace: (namespace) =>
    `look at ${namespace}: ${starter} does that with archipelago console --namespace ${namespace}`,
  rights:
    'ask who administers the cluster for the rights that looking takes; archipelago doctor rbac prints them',
  architecture: (name) => `architecture ${name}`,
  layering: {
    log: (config) => `the log of ${config}, on the page of node images`,
    assemblyLog: (config) => `the log of the assembly of ${config}, on the page of node images`,
    retry: (config) => `ask for a retry of ${config}, on the page of node images`,
    rebuild: (config, architecture) =>
      `ask for another build of ${config}${architecture === undefined ? '' : ` for ${architecture}`}, on the page of node images`,
  },
};
