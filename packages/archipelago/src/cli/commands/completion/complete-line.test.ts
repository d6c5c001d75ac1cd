import { Argument, Command, Option } from 'commander';
import { describe, expect, test } from 'vitest';
import { inheritFlags } from '../../flags/inherited-flags.ts';
import { completeLine } from './complete-line.ts';

/** A small program with each thing that a declaration can have. */
function program(): Command {
  const root = new Command('tool').version('1');
  const status = root.command('status [config]').description('How it is.').option('-w, --watch', 'go on');
  status.addOption(new Option('-o, --output <format>').choices(['yaml', 'json'])).option('--context <name>');
  status.addOption(new Option('--secret').hideHelp());
  const doctor = root.command('doctor').option('--only <codes>', 'only these').option('-f, --from <file>');
  inheritFlags(doctor.command('explain <code>'), 'from').action(() => undefined);
  doctor.action(() => undefined);
  root.command('completion').addArgument(new Argument('<shell>').choices(['bash', 'zsh']));
  return root;
}

const words = (line: string) => completeLine(program(), line.split(' ')).offers.map(({ word }) => word);

describe('the words that can end a line', () => {
  test.each<[string, readonly string[]]>([
    ['', ['status', 'doctor', 'completion', 'help']],
    ['st', ['status']],
    ['-', ['--version', '--help']],
    ['status -', ['--watch', '--output', '--context', '--help']],
    ['status --o', ['--output']],
    ['status -o ', ['yaml', 'json']],
    ['status -o j', ['json']],
    ['status --output=y', ['--output=yaml']],
    ['status -w -o json -', ['--watch', '--output', '--context', '--help']],
    ['status -- -', []],
    ['status one ', []],
    ['doctor ', ['explain']],
    ['doctor --only VD301 e', ['explain']],
    ['doctor explain --', ['--help', '--from']],
    ['completion ', ['bash', 'zsh']],
    ['completion bash ', []],
    ['unknown ', []],
  ])('%s', (line, expected) => {
    expect(words(line)).toEqual(expected);
  });
});

describe('where more words come from', () => {
  test.each<[string, object]>([
    ['status ', { source: 'configs', prefix: '' }],
    ['status one ', { source: undefined }],
    ['status --context east ', { source: 'configs', given: { context: 'east' } }],
    ['status --context=a=b ', { source: 'configs', given: { context: 'a=b' } }],
    ['doctor explain ', { source: 'codes' }],
    ['doctor --only ', { source: 'codes', prefix: '' }],
    ['doctor --only VD301,VD', { source: 'codes', prefix: 'VD301,' }],
    ['doctor --only=VD301,', { source: 'codes', prefix: '--only=VD301,' }],
    ['doctor -f ', { source: 'files' }],
    ['doctor explain -f ', { source: 'files' }],
  ])('%s', (line, expected) => {
    expect(completeLine(program(), line.split(' '))).toMatchObject(expected);
  });
});
