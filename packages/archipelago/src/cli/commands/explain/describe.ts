import { describePath } from '../../../config/describe-path.ts';
import type { Description } from '../../../config/describe-setting.ts';
import { operands } from '../../../config/operands.ts';
import { settings } from '../../../config/settings.ts';
import { UsageError } from '../../process/io.ts';
import { similar } from '../../text/similar.ts';

/** The setting, or the group of them, that a path names; a UsageError names what may be meant. */
export function describe(path: string): Description {
  const description = describePath(path);
  if (description !== undefined) return description;
  const names = [...settings.map(({ name }) => name), ...operands.map(({ kind }) => kind)];
  const near = [
    ...similar(path, [...names, ...settings.map(({ name }) => name.replace(/^spec\./, ''))]),
    ...operandsLike(path),
  ];
  throw new UsageError(
    `nothing is called ${path}${near.length === 0 ? '' : `; did you mean ${near.join(', ')}?`}`,
  );
}

/** Paths into operands whose kind is nearly that. */
function operandsLike(path: string): readonly string[] {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return [];
  const kinds = operands.map(({ kind }) => kind);
  return similar(first, kinds).map((kind) => [kind, ...rest].join('.'));
}
