import { inBoth } from './in-both.ts';

/** How many findings and checks there are of each kind. */
type Counts = Readonly<Record<'critical' | 'warning' | 'info' | 'ok' | 'skipped' | 'unknown', number>>;

/** What the page of the doctor says. */
export interface DoctorWords {
  readonly title: string;
  readonly lead: string;
  readonly leasts: Readonly<Record<'critical' | 'warning' | 'info', string>>;
  readonly which: string;
  readonly findings: string;
  readonly summary: (counts: Counts) => string;
  readonly left: (count: number) => string;
  readonly nothingSoSerious: string;
  readonly nothing: string;
  readonly nothingSeen: string;
  readonly blind: string;
  readonly ignored: (count: number) => string;
  readonly ignoredFindings: string;
  readonly ignoredBy: (by: string, reason: string, until: string) => string;
  readonly columns: readonly [severity: string, finding: string, object: string];
  readonly more: string;
  readonly cluster: string;
  readonly confidences: Readonly<Record<string, string>>;
  readonly terms: Readonly<
    Record<'impact' | 'confidence' | 'ignored' | 'fix' | 'commands' | 'evidence', string>
  >;
  readonly command: (index: number, finding: string) => string;
  readonly allOfCommand: (index: number, finding: string) => string;
  readonly evidenceOf: (name: string, finding: string) => string;
  readonly showFix: string;
  readonly showFixOf: (finding: string) => string;
  readonly ignore: string;
  readonly ignoreOf: (finding: string) => string;
  readonly ignoreLead: string;
  readonly reason: string;
  readonly until: string;
  readonly untilHelp: string;
  readonly sayWhy: string;
  readonly showWrites: string;
  readonly save: string;
  readonly saving: string;
}

export const doctorWords = inBoth<DoctorWords>(
  {
    title: 'Doctor',
    lead: 'Whether this cluster is ready for virtual machines of every architecture, and what to do where it is not.',
    leasts: { critical: 'Critical', warning: 'Warnings, too', info: 'All' },
    which: 'Which findings',
    findings: 'Findings',
    summary: ({ critical, warning, info, ok, skipped, unknown }) =>
      `${critical} critical, ${warning} warning, ${info} info; of the checks ${ok} found nothing, ${skipped} do not apply, ${unknown} could not look.`,
    left: (count) =>
      `${count} more, none of them more serious, are not on this page: archipelago doctor -o json has all, and so has the report as a file.`,
    nothingSoSerious: 'Nothing so serious was found.',
    nothing: 'Nothing was found.',
    nothingSeen: 'Nothing was found by the checks that could look.',
    blind: 'Checks that could not look',
    ignored: (count) => `Ignored: ${count}`,
    ignoredFindings: 'Ignored findings',
    ignoredBy: (by, reason, until) => `by ${by}: ${reason}${until === '' ? '' : ` (until ${until})`}`,
    columns: ['Severity', 'Finding', 'Object'],
    more: 'More',
    cluster: 'the cluster',
    confidences: {
      certain: 'certain: read in the source of what is checked',
      likely: 'likely: it follows from that',
      heuristic: 'by experience',
    },
    terms: {
      impact: 'What it means',
      confidence: 'How sure',
      ignored: 'Ignored',
      fix: 'What to do',
      commands: 'Commands',
      evidence: 'Evidence',
    },
    command: (index, finding) => `Command ${index} for ${finding}`,
    allOfCommand: (index, finding) => `All of command ${index} for ${finding}`,
    evidenceOf: (name, finding) => `${name} of ${finding}`,
    showFix: 'Show the fix',
    showFixOf: (finding) => `Show the fix of ${finding}`,
    ignore: 'Ignore',
    ignoreOf: (finding) => `Ignore ${finding}`,
    ignoreLead:
      'The reason is written on the object, in annotations. It counts for everything that the object ignores; the command line and everybody else see it, too.',
    reason: 'Reason',
    until: 'Last day',
    untilHelp: 'After this day (UTC) the finding comes back. Without one it is ignored for good.',
    sayWhy: 'Say why it is ignored.',
    showWrites: 'Show what would be written',
    save: 'Save the report',
    saving: 'The report is being made…',
  },
  {
    title: '診断',
    lead: 'このクラスターがすべてのアーキテクチャーの仮想マシンを実行できる状態か、問題がある場合はどう対処するかを示します。',
    leasts: { critical: '重大のみ', warning: '警告以上', info: 'すべて' },
    which: '表示する検出結果',
    findings: '検出結果',
    summary: ({ critical, warning, info, ok, skipped, unknown }) =>
      `重大 ${critical}、警告 ${warning}、情報 ${info}。チェックのうち、問題なし ${ok}、対象外 ${skipped}、確認不能 ${unknown}。`,
    left: (count) =>
      `ほかに ${count} 件 (重大度は同じか低いもの) があり、このページには表示していません。archipelago doctor -o json またはファイルに保存したレポートで確認できます。`,
    nothingSoSerious: 'この重大度の問題は検出されませんでした。',
    nothing: '問題は検出されませんでした。',
    nothingSeen: '確認できたチェックでは、問題は検出されませんでした。',
    blind: '確認できなかったチェック',
    ignored: (count) => `無視: ${count}`,
    ignoredFindings: '無視されている検出結果',
    ignoredBy: (by, reason, until) => `${by}: ${reason}${until === '' ? '' : ` (期限: ${until})`}`,
    columns: ['重大度', '検出結果', 'オブジェクト'],
    more: '詳細',
    cluster: 'クラスター',
    confidences: {
      certain: '確実: 対象のソースコードで確認済み',
      likely: '可能性が高い: ソースコードからの推論',
      heuristic: '経験則',
    },
    terms: {
      impact: '影響',
      confidence: '確度',
      ignored: '無視',
      fix: '対処',
      commands: 'コマンド',
      evidence: '根拠',
    },
    command: (index, finding) => `${finding} のコマンド ${index}`,
    allOfCommand: (index, finding) => `${finding} のコマンド ${index} の全文`,
    evidenceOf: (name, finding) => `${finding} の ${name}`,
    showFix: '修正内容を表示',
    showFixOf: (finding) => `${finding} の修正内容を表示`,
    ignore: '無視する',
    ignoreOf: (finding) => `${finding} を無視する`,
    ignoreLead:
      '理由はオブジェクトのアノテーションに書き込まれ、そのオブジェクトで無視するすべての項目に適用されます。コマンドラインや他の利用者にも表示されます。',
    reason: '理由',
    until: '最終日',
    untilHelp: 'この日 (UTC) を過ぎると再び検出されます。指定しない場合は無期限に無視されます。',
    sayWhy: '無視する理由を入力してください。',
    showWrites: '書き込む内容を表示',
    save: 'レポートを保存',
    saving: 'レポートを作成しています…',
  },
);
