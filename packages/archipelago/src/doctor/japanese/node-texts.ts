import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of nodes, in Japanese. */
export const nodeTexts: Readonly<Record<string, CheckTexts>> = {
  VD801: {
    title: 'ワークロードノードでハードウェア仮想化を利用できる',
    message: '{nodes} ({architectures}) は devices.kubevirt.io/kvm を提供していません。',
    impact: 'そのノードでは仮想マシンが実行されません。',
    fix: 'ファームウェアで仮想化を有効にするか、ベアメタルを使用してください',
    falsePositives: '参加中のノード',
  },
  VD802: {
    title: 'ワークロードノードが仮想マシンを受け入れる',
    message: '{node} の virt-handler は{said}。',
    impact: 'そのノードでは仮想マシンが起動しません。',
    fix: 'ノードの virt-handler の Pod を確認してください',
    falsePositives: '時刻のずれ',
  },
  VD804: {
    title: 'デフォルトの CPU モデルが存在する',
    message:
      '{model} に対応するノードは、{arch} の {all} 台のうち {count} 台です。モデルを指定しない仮想マシンは{where}起動できません。',
    impact: 'モデルを指定しない仮想マシンがスケジュールされません。',
    fix: '{field} を削除し、仮想マシンまたは Preference でモデルを指定してください',
    falsePositives: 'arm64 では使われません',
  },
  VD805: {
    title: '同じアーキテクチャーのノードの CPU が同じである',
    message:
      '{arch} のノードの CPU モデルは {models} です。host-model の仮想マシンは、対応するノードにのみ移行できます。',
    impact: '一部の移行で移行先のノードが見つかりません。',
    fix: 'すべてのノードが対応するモデルを指定してください',
    falsePositives: 'なし',
  },
  VD803: {
    title: 'ノードにラベルがある',
    message: '{node} にラベルがありません: {why}。',
    impact: 'CPU モデルまたはマシンタイプを指定した仮想マシンが、そのノードでは起動しません。',
    fix: 'アノテーションを削除するか、ノードの virt-handler のログを確認してください',
    falsePositives: 'CPU モデルのない arm64 のノードでは確認しません',
  },
  VD807: {
    title: 'ハードウェア仮想化が使われている',
    message:
      'ソフトウェアエミュレーションが有効です (useEmulation)。{count} 台のノードでハードウェア仮想化を利用できます。',
    impact: 'ハードウェア仮想化のないノードに配置された仮想マシンは非常に遅くなります。',
    fix: 'spec.configuration.developerConfiguration.useEmulation を削除してください',
    falsePositives: '試験用のクラスター',
  },
};
