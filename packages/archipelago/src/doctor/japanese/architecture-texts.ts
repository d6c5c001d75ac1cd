import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of architectures, in Japanese. */
export const architectureTexts: Readonly<Record<string, CheckTexts>> = {
  VD808: {
    title: 'すべてのアーキテクチャーのブートイメージがある',
    message:
      'ワークロードノードは {architectures} ですが、ブートイメージのアーキテクチャーはインポートしたノードによって決まります。',
    impact: '仮想マシンが別のアーキテクチャーのイメージから起動しようとして失敗する可能性があります。',
    fix: '{field}: true を設定するか、ワークロードを 1 つのアーキテクチャーに配置してください',
    falsePositives: 'アーキテクチャーを指定した独自のイメージ',
  },
  VD809: {
    title: 'ブートイメージに対応アーキテクチャーが指定されている',
    message: 'テンプレート {template}: {problem}。',
    impact: 'イメージがインポートされないか、誤ったアーキテクチャーでインポートされます。',
    fix: 'アノテーション ssp.kubevirt.io/dict.architectures に amd64,arm64 などの名前を空白なしで指定してください',
    falsePositives: '無効化されたテンプレートは対象外です',
  },
  VD810: {
    title: '仮想マシンのアーキテクチャーのノードがある',
    message: 'VirtualMachine {machine} には {arch} が必要ですが、実行できるノードがありません。',
    impact: '仮想マシンが起動しません。',
    fix: 'ワークロードノードに {arch} のノードを追加するか、spec.template.spec.architecture を変更してください',
    falsePositives: '異なるアーキテクチャーをエミュレートするクラスター',
  },
  VD812: {
    title: 'arm64 の仮想マシンが CPU モデルを指定していない',
    message:
      'arm64 の VirtualMachine {machine} に CPU モデル {model} が指定されていますが、arm64 のノードは CPU モデルを公開しません。',
    impact: '仮想マシンをスケジュールできません。',
    fix: 'spec.template.spec.domain.cpu.model を削除してください',
    falsePositives: 'なし',
  },
};
