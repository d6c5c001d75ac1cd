import type { Severity } from '../model/check.ts';
import type { Words } from '../texts/words.ts';

const topics: Readonly<Record<string, string>> = {
  health: '正常性',
  subscription: 'Subscription',
  placement: '配置',
  storage: 'ストレージ',
  'host path': 'ホストパス',
  migration: '移行',
  network: 'ネットワーク',
  density: '密度',
  nodes: 'ノード',
  architectures: 'アーキテクチャー',
  images: 'イメージ',
  layering: 'レイヤリング',
};

const severities: Readonly<Record<Severity, string>> = { critical: '重大', warning: '警告', info: '情報' };

/** The words of reports in Japanese. */
export const japaneseWords: Words = {
  topic: (name) => topics[name] ?? name,
  severity: (severity) => severities[severity],
  fix: '対処: ',
  impact: '影響: ',
  skipped: 'スキップ: ',
  couldNotLook: '確認できなかった項目',
  rights: '不足している権限は archipelago doctor rbac で確認できます',
  ignored: '無視',
  ground: ({ by, reason, until }) => {
    const term = until === undefined ? '' : `期限: ${until}、`;
    return `${reason === '' ? '理由の記載なし' : reason} (${term}${by})`;
  },
  expired: ({ until = '', by }) => `無視の期限 ${until} が過ぎています (${by})`,
  title: 'archipelago doctor',
  summary: ({ critical, warning, info, ok, skipped, unknown, ignored }) =>
    `重大 ${critical}、警告 ${warning}、情報 ${info}、正常 ${ok}、スキップ ${skipped}、不明 ${unknown}、無視 ${ignored}`,
  next: ({ critical }) =>
    critical > 0
      ? '次の手順: 重大な問題を解消し、archipelago doctor --pre を再度実行してください'
      : '次の手順: Operator をインストールして HyperConverged を作成し、archipelago doctor を実行してください',
  explained: {
    found: '検出内容: ',
    impact: '影響: ',
    reads: '参照: ',
    after: '先に確認: ',
    fix: '対処: ',
    not: '対象外: ',
    now: '現在: ',
    confidence: { certain: '確実', likely: '可能性が高い', heuristic: '経験則' },
    status: { ok: '正常', found: '検出', skipped: 'スキップ', unknown: '不明' },
    ignore: '無視するには: ',
    howToIgnore: (code) =>
      `対象のオブジェクト (対象がない場合は HyperConverged) にアノテーション archipelago.dev/doctor-ignore: "${code}" を付けるか、.archipelago-doctor.yaml に code と reason を記述するか、--skip ${code} を指定してください`,
  },
};
