import type { Argument, Option } from 'commander';

/** Where the words come from that can stand for an argument or the value of a flag. */
export type CompletionSource =
  | 'alerts'
  | 'codes'
  | 'configs'
  | 'dashboards'
  | 'files'
  | 'settings'
  | 'topics';

const byArgument: Readonly<Record<string, CompletionSource>> = {
  alert: 'alerts',
  alerts: 'alerts',
  code: 'codes',
  config: 'configs',
  file: 'files',
  folder: 'files',
  name: 'dashboards',
  path: 'settings',
};

const byValue: Readonly<Record<string, CompletionSource>> = {
  codes: 'codes',
  file: 'files',
  folder: 'files',
  names: 'topics',
};

/** Where the words for an argument come from; undefined: nobody knows them. */
export function sourceOfArgument(argument: Argument): CompletionSource | undefined {
  return byArgument[argument.name()];
}

/** Where the words for the value of a flag come from; undefined: nobody knows them. */
export function sourceOfOption({ flags }: Option): CompletionSource | undefined {
  return byValue[/[<[](\w+)[>\]]$/.exec(flags)?.[1] ?? ''];
}
