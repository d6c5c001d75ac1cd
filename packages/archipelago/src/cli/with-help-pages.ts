import type { Command } from 'commander';

/** The page of the documentation that tells more of a command, and of those below it that have none of their own. */
const pages: Readonly<Record<string, string>> = {
  adopt: 'docs/how-to/migrate-from-hco.md',
  alerts: 'docs/observability.md',
  completion: 'docs/command-line.md#completion',
  console: 'docs/console.md',
  dashboards: 'docs/observability.md',
  doctor: 'docs/doctor.md',
  explain: 'generated/settings.md',
  gather: 'docs/observability.md',
  images: 'docs/golden-images.md#looking-at-it',
  layering: 'docs/layering.md#looking-at-it',
  'layering assemble': 'docs/layering.md',
  'layering login': 'docs/layering.md',
  'layering push': 'docs/layering.md',
  'layering report': 'docs/layering.md',
  machines: 'docs/golden-images.md#looking-at-it',
  manifests: 'docs/installation.md',
  'node-agent': 'docs/layering.md',
  operator: 'docs/installation.md',
  plan: 'docs/command-line.md#plans',
  render: 'docs/how-to/gitops.md#in-the-pipeline-without-a-cluster',
  runbook: 'generated/alerts.md',
  sandbox: 'docs/embedded-cluster.md',
  snapshot: 'docs/snapshots.md',
  status: 'docs/installation.md#how-it-is',
  up: 'docs/first-hour.md',
  validate: 'docs/how-to/gitops.md#in-the-pipeline-without-a-cluster',
  version: 'docs/installation.md#how-it-is',
};

/** Adds to the help of each command the page that tells more of it. */
export function withHelpPages(program: Command): Command {
  for (const command of program.commands) addPages(command, [], undefined);
  return program;
}

function addPages(command: Command, before: readonly string[], above: string | undefined): void {
  const words = [...before, command.name()];
  const page = pages[words.join(' ')] ?? above;
  if (page !== undefined) command.addHelpText('after', `\nMore: ${page}`);
  for (const each of command.commands) addPages(each, words, page);
}
