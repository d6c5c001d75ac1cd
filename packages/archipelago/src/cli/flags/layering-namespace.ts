/** What `--namespace` means to the commands about layering. */
export const layeringNamespace =
  'namespace of the operator, where build jobs run (default: it is searched for)';
