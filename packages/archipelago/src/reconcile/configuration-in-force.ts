import type { FieldFinding } from '../config/framework/setting.ts';
import type { Accepted, Kept } from './accepted-configuration.ts';

/** Which configuration counts. */
type InForce =
  /** What is written is accepted. */
  | { readonly is: 'written' }
  /** What is written is refused; the one before it counts. */
  | { readonly is: 'accepted'; readonly accepted: Accepted }
  /** Only patches of operands are refused, and nothing is known of before: those operands stay as they are, all others follow what is written. */
  | { readonly is: 'allButPatched'; readonly because: string }
  /** Operands stay as they are. */
  | { readonly is: 'nothing'; readonly because: string };

/** What is wrong with the configuration that is written. */
export interface Refusals {
  /** Of values, by the rules of their settings. */
  readonly settings: readonly FieldFinding[];
  /** Of jsonpatch annotations; each concerns one operand. */
  readonly patches: readonly FieldFinding[];
}

/**
 * A configuration is refused as a whole, as admission would: half of an edit is nothing anybody wrote. What was accepted once is
 * not judged again, so that an operator with stricter rules goes on with what it finds.
 */
export function configurationInForce({ settings, patches }: Refusals, kept: () => Kept): InForce {
  if (settings.length === 0 && patches.length === 0) return { is: 'written' };
  const last = kept();
  if (last.is === 'there') return { is: 'accepted', accepted: last.accepted };
  const { because } = last;
  return settings.length === 0 ? { is: 'allButPatched', because } : { is: 'nothing', because };
}

/** A condition's message has room for 32,768 characters, and others may have to say something. */
const longestText = 16_000;

/** What is refused, what to do about it, and what counts instead; empty where nothing is refused. */
export function refusalText({ settings, patches }: Refusals, inForce: InForce): string {
  const problems = [...settings, ...patches].map(({ at, message, fix }) => `${at} ${message}: ${fix}`);
  return inForce.is === 'written' ? '' : `${consequence(inForce)}: ${fitting(problems)}`;
}

function consequence(inForce: Exclude<InForce, { is: 'written' }>): string {
  switch (inForce.is) {
    case 'accepted': {
      const { generation } = inForce.accepted;
      const which = generation === undefined ? '' : ` (generation ${generation})`;
      return `the configuration is refused, and the one that was accepted last${which} stays in force`;
    }
    case 'allButPatched':
      return `patches of operands are refused, these operands stay as they are (${inForce.because}), and the others follow the configuration`;
    case 'nothing':
      return `the configuration is refused and operands stay as they are (${inForce.because})`;
  }
}

/** As many as there is room for, the first in any case. */
function fitting(problems: readonly string[]): string {
  let room = longestText;
  const shown = problems.filter((problem, index) => {
    room -= problem.length + 2;
    return index === 0 || room > 0;
  });
  const more = problems.length - shown.length;
  const text = shown.join('; ').slice(0, longestText);
  return more === 0 ? text : `${text}; and ${more} more, which \`archipelago validate\` names`;
}
