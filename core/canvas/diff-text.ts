import { defineText, type Lang, translate } from '../text/define-text.ts'
import type { Difference } from './diff.ts'

const diffText = defineText({
  pageSize: ['页面大小改为 {{width}} × {{height}}', 'Page size is {{width}} × {{height}} now'],
  page_background: ['页面背景已修改', 'Page background changed'],
  page_style: ['图形风格已修改', 'Drawing style changed'],
  page_grid: ['网格已修改', 'Grid changed'],
  page_guides: ['参考线已修改', 'Guides changed'],
  layerAdded: ['添加图层“{{name}}”', 'Layer “{{name}}” added'],
  layerChanged: ['图层“{{name}}”已修改', 'Layer “{{name}}” changed'],
  layerRemoved: ['删除图层“{{name}}”', 'Layer “{{name}}” removed'],
  layerOrder: ['图层顺序已调整', 'Order of layers changed'],
  symbolAdded: ['添加图元“{{name}}”', 'Symbol “{{name}}” added'],
  symbolRenamed: ['图元更名为“{{name}}”', 'Symbol renamed to “{{name}}”'],
  symbolRemoved: ['删除图元“{{name}}”', 'Symbol “{{name}}” removed'],

  added: ['{{control}}：已添加', '{{control}}: added'],
  removed: ['{{control}}：已删除', '{{control}}: removed'],
  order: ['{{control}}：层次已调整', '{{control}}: order changed'],
  kind: ['{{control}}：类型已修改', '{{control}}: kind changed'],
  renamed: ['{{control}}：名称已修改（原为“{{old}}”）', '{{control}}: renamed from “{{old}}”'],
  moved: ['{{control}}：移动 {{x}}, {{y}}', '{{control}}: moved by {{x}}, {{y}}'],
  resized: ['{{control}}：大小改为 {{width}} × {{height}}', '{{control}}: size is {{width}} × {{height}} now'],
  rotated: ['{{control}}：角度改为 {{angle}}°', '{{control}}: angle is {{angle}}° now'],
  flipped: ['{{control}}：已翻转', '{{control}}: flipped'],
  layer: ['{{control}}：移到图层“{{layer}}”', '{{control}}: moved to layer “{{layer}}”'],
  grouped: ['{{control}}：加入组合', '{{control}}: put into a group'],
  ungrouped: ['{{control}}：移出组合', '{{control}}: taken out of its group'],
  locked_true: ['{{control}}：已锁定', '{{control}}: locked'],
  locked_false: ['{{control}}：已解锁', '{{control}}: unlocked'],
  hidden_true: ['{{control}}：已隐藏', '{{control}}: hidden'],
  hidden_false: ['{{control}}：已显示', '{{control}}: shown'],
  property: ['{{control}}：属性“{{path}}”已修改', '{{control}}: {{path}} changed'],
  bound: ['{{control}}：“{{path}}”绑定到 {{expression}}', '{{control}}: {{path}} bound to {{expression}}'],
  rebound: ['{{control}}：“{{path}}”改为绑定 {{expression}}', '{{control}}: {{path}} bound to {{expression}} instead'],
  unbound: ['{{control}}：“{{path}}”的绑定已删除', '{{control}}: binding of {{path}} removed'],
  rule: ['{{control}}：“{{path}}”的规则已修改', '{{control}}: rule of {{path}} changed'],
  events: ['{{control}}：事件已修改', '{{control}}: events changed'],
})
export type DifferenceKey = keyof (typeof diffText)['rows']

/** What a reader may know better: how kinds and their properties are called. */
export interface DifferenceNames {
  kind?(kind: string): string
  property?(kind: string, path: string): string
}

/** A difference as a sentence. */
export function differenceSentence(difference: Difference, lang: Lang, names: DifferenceNames = {}): string {
  const { key, control, symbol, path, values } = difference
  const said = translate(diffText, lang)[key] as string | ((values: Record<string, unknown>) => string)
  if (typeof said === 'string') return said
  const called = control ? control.name || `${names.kind?.(control.kind) ?? control.kind} ${control.control_id}` : ''
  const property = (control && names.property?.(control.kind, path)) || path
  const inside =
    symbol === null ? called : lang === 'zh' ? `图元“${symbol}”中的 ${called}` : `${called} of symbol “${symbol}”`
  return said({ ...values, path: property, control: inside })
}
