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
    message: 'VirtualMachine {namespace}/{vm} には {arch} が必要ですが、実行できるノードがありません。',
    impact: '仮想マシンが起動しません。',
    fix: 'ワークロードノードに {arch} のノードを追加するか、spec.template.spec.architecture を変更してください',
    falsePositives:
      '停止している仮想マシンは警告になります。異なるアーキテクチャーをエミュレートするクラスターは対象外です',
  },
  VD813: {
    title: '仮想マシンが自身のアーキテクチャーのハードウェアで動作する',
    message:
      '{arch} の VirtualMachine {namespace}/{vm} はエミュレーションで動作します。実行できるのは {nodes} のみです。',
    impact: '同じアーキテクチャーのノードに比べて大幅に遅くなります。',
    fix: '速度が必要な場合は、ワークロードノードに {arch} のノードを追加してください',
    falsePositives: '意図的にエミュレートする仮想マシン',
  },
  VD814: {
    title: 'リリースのブートイメージが固定されていない',
    message:
      'spec にリリースのブートイメージ {template} のコピー ({architectures} 用) があります。以降のリリースの変更は反映されません。',
    impact: '後からノードやイメージに追加されたアーキテクチャーはインポートされません。',
    fix: '{field} から {template} を削除してください。イメージを無効にするには、名前とアノテーション dataimportcrontemplate.kubevirt.io/enable のみを記述します',
    falsePositives:
      '意図的に変更したテンプレート。ノードのアーキテクチャーに不足がなければ情報として報告されます',
  },
  VD812: {
    title: 'arm64 の仮想マシンが存在する CPU を要求している',
    message: 'VirtualMachine {namespace}/{vm} は arm64 用ですが、{problem}。',
    impact: '仮想マシンをスケジュールできません。',
    fix: 'spec.template.spec.domain.cpu から model と threads を削除してください',
    falsePositives: 'なし',
  },
  VD806: {
    title: 'すべてのアーキテクチャーにマシンタイプがある',
    message: 'マシンタイプ {type} は{problem}。',
    impact: '{arch} の仮想マシンが起動しません。',
    fix: 'KubeVirt の spec.configuration.machineType を削除し、architectureConfiguration にマシンタイプを指定するか、仮想マシンを修正してください',
    falsePositives: 'なし。ノードがマシンタイプを報告しない場合は何も報告されません',
  },
  VD811: {
    title: '仮想マシンのアーキテクチャーが決まっている',
    message:
      'VirtualMachine {namespace}/{vm} のアーキテクチャーが指定されていません。{arch} になりますが、イメージ {source} は {others} の可能性があります。',
    impact: '起動しない可能性があります。',
    fix: 'spec.template.spec.architecture を設定してください',
    falsePositives: 'アーキテクチャーごとのイメージを含むコンテナーディスクは対象外です',
  },
};
