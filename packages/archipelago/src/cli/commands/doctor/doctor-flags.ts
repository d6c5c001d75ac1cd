import { type Command, InvalidArgumentError, Option } from 'commander';
import { languages } from '../../../doctor/language/language.ts';
import { severities } from '../../../doctor/tell/tell.ts';
import { snapshotFlag } from '../../flags/cluster-flags.ts';
import { once } from '../../flags/once.ts';
import { verboseFlag } from '../../flags/verbose-flag.ts';
import { formats } from './formats/told.ts';

/** The flags of `doctor`: where to look, what to tell, how, and what makes it fail. */
export function doctorFlags(command: Command): Command {
  return outcomeFlags(ignoreFlags(choiceFlags(sourceFlags(command))));
}

function sourceFlags(command: Command): Command {
  return verboseFlag(snapshotFlag(command))
    .option(
      '-f, --filename <file>',
      'look at objects in a file (a List, or documents) instead of a cluster',
      once,
    )
    .option(
      '--kubeconfig <file>',
      'kubeconfig (default: KUBECONFIG, ~/.kube/config, then the service account of the pod)',
    )
    .option('--context <name>', 'context of the kubeconfig (default: its current context)');
}

function choiceFlags(command: Command): Command {
  return command
    .option(
      '--pre',
      'before the installation: ask what can be asked then, as if all were installed by default',
    )
    .option('--only <codes>', 'ask only these checks, separated by commas', names)
    .option('--skip <codes>', 'do not ask these checks; what they find counts as ignored', names)
    .option('--topic <names>', 'ask only the checks of these topics, separated by commas', names)
    .option('-n, --namespace <name>', 'only findings about objects in this namespace')
    .option('--arch <name>', 'only findings that name this architecture, or nodes of it')
    .option('--node <name>', 'only findings that name this node')
    .addOption(
      new Option('--severity <level>', 'the least that is told').choices(severities).default('info'),
    );
}

function ignoreFlags(command: Command): Command {
  return command
    .option('--ignore-file <file>', 'what is ignored (default: .archipelago-doctor.yaml, if it is there)')
    .option('--show-ignored', 'also tell what is ignored, with the reason')
    .option('--no-ignore', 'tell also what annotations and files ignore');
}

function outcomeFlags(command: Command): Command {
  return command
    .addOption(new Option('-o, --output <format>', 'format (default: text)').choices(formats))
    .addOption(
      new Option('--language <code>', 'default: of LC_ALL, LC_MESSAGES or LANG; for programs en').choices(
        languages,
      ),
    )
    .addOption(
      new Option('--fail-on <level>', 'the least that ends the command with 1')
        .choices(severities)
        .default('critical'),
    )
    .option('--exit-zero', 'end with 0 whatever is found');
}

function names(text: string): readonly string[] {
  const named = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (named.length === 0) throw new InvalidArgumentError('name at least one check, such as VD301.');
  return named;
}
