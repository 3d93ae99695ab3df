import { defineText, type Lang, translate } from '../text/define-text.ts'
import type { Step } from './editor-api.ts'

export const text = defineText({
  stepAdded: ['添加 {{count}} 个控件', 'Add {{count}} controls', 'Add a control'],
  stepRemoved: ['删除 {{count}} 个控件', 'Delete {{count}} controls', 'Delete a control'],
  stepDuplicated: ['复制 {{count}} 个控件', 'Duplicate {{count}} controls', 'Duplicate a control'],
  stepCut: ['剪切 {{count}} 个控件', 'Cut {{count}} controls', 'Cut a control'],
  stepPasted: ['粘贴 {{count}} 个控件', 'Paste {{count}} controls', 'Paste a control'],
  stepMoved: ['移动 {{count}} 个控件', 'Move {{count}} controls', 'Move a control'],
  stepResized: ['调整 {{count}} 个控件的大小', 'Resize {{count}} controls', 'Resize a control'],
  stepRotated: ['旋转 {{count}} 个控件', 'Rotate {{count}} controls', 'Rotate a control'],
  stepFlipped: ['翻转 {{count}} 个控件', 'Flip {{count}} controls', 'Flip a control'],
  stepAligned: ['对齐 {{count}} 个控件', 'Align {{count}} controls', 'Align a control'],
  stepDistributed: ['等距分布 {{count}} 个控件', 'Distribute {{count}} controls'],
  stepOrdered: ['调整 {{count}} 个控件的层次', 'Reorder {{count}} controls', 'Reorder a control'],
  stepGrouped: ['组合 {{count}} 个控件', 'Group {{count}} controls', 'Group a control'],
  stepUngrouped: ['取消组合', 'Ungroup'],
  stepSymbolMade: ['创建图元', 'Make a symbol'],
  stepSymbolDetached: ['断开图元关联', 'Detach from the symbol'],
  stepSymbolRenamed: ['重命名图元', 'Rename a symbol'],
  stepSymbolRemoved: ['删除图元', 'Delete a symbol'],
  stepLocked: ['锁定 {{count}} 个控件', 'Lock {{count}} controls', 'Lock a control'],
  stepUnlocked: ['解锁 {{count}} 个控件', 'Unlock {{count}} controls', 'Unlock a control'],
  stepHidden: ['隐藏 {{count}} 个控件', 'Hide {{count}} controls', 'Hide a control'],
  stepShown: ['显示 {{count}} 个控件', 'Show {{count}} controls', 'Show a control'],
  stepLayers: ['修改图层', 'Change layers'],
  stepToLayer: ['移动 {{count}} 个控件到图层', 'Move {{count}} controls to a layer', 'Move a control to a layer'],
  stepChanged: ['修改 {{count}} 个控件的属性', 'Change {{count}} controls', 'Change a control'],
  stepBound: ['修改 {{count}} 个控件的绑定', 'Change bindings of {{count}} controls', 'Change a binding'],
  stepEvents: ['修改 {{count}} 个控件的事件', 'Change events of {{count}} controls', 'Change events'],
  stepLook: ['复制样式到 {{count}} 个控件', 'Copy the look to {{count}} controls', 'Copy the look to a control'],
  stepPoints: ['替换 {{count}} 个控件的点位', 'Replace a point in {{count}} controls', 'Replace a point in a control'],
  stepPath: ['修改路径', 'Change a path'],
  stepGuides: ['修改参考线', 'Change guides'],
  stepPage: ['修改页面', 'Change the page'],
  stepReplaced: ['恢复版本', 'Restore a version'],
})

/** What the undo menu says of a step. */
export function stepName(step: Step, lang: Lang): string {
  const said = translate(text, lang)[step.key]
  return typeof said === 'string' ? said : said({ count: step.count })
}
