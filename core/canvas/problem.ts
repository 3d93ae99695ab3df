import { defineText, type Lang, translate } from '../text/define-text.ts'

/** What can be wrong with a stored document, in the words that a person reads. */
export const problemText = defineText({
  notDocument: ['文件不是组态画面', 'This is not a screen'],
  newer: [
    '画面由更新的程序保存（版本 {{found}}），当前程序支持到版本 {{known}}',
    'The screen was saved by a newer program (version {{found}}); this one opens versions up to {{known}}',
  ],
  tooMany: [
    '画面有 {{count}} 个控件，最多 {{most}} 个',
    'The screen has {{count}} controls; at most {{most}} are opened',
  ],
  tooDeep: ['画面内容嵌套过深（超过 {{most}} 层）', 'The screen is nested more than {{most}} levels deep'],
  tooLarge: ['画面内容过大（超过 {{most}} MB）', 'The screen is larger than {{most}} MB'],
  badVersion: ['画面版本无效，按版本 1 打开', 'The version of the screen is invalid; it is opened as version 1'],
  badField: ['画面的“{{path}}”无效，已使用默认值', 'The screen’s “{{path}}” is invalid; its default is used'],
  badLayer: ['第 {{index}} 个图层无效，已忽略', 'Layer {{index}} is invalid and left out'],
  sameLayer: ['图层“{{name}}”的编号重复，已忽略', 'Layer “{{name}}” has the id of another one and is left out'],
  badSymbol: ['图元“{{name}}”无效，已忽略', 'Symbol “{{name}}” is invalid and left out'],
  unsafeKey: ['忽略了不安全的字段名“{{path}}”', 'The unsafe field “{{path}}” is left out'],
  brokenControl: [
    '控件{{control}}的“{{path}}”无效，以占位框显示，原内容已保留',
    'Control {{control}}: “{{path}}” is invalid. It is shown as a placeholder and kept as it is stored',
  ],
  unknownKind: [
    '控件{{control}}的类型“{{kind}}”未知，以占位框显示',
    'Control {{control}} is of the unknown kind “{{kind}}” and shown as a placeholder',
  ],
  newerKind: [
    '控件{{control}}（“{{kind}}”版本 {{found}}）需要更新的程序，以占位框显示',
    'Control {{control}} (“{{kind}}” version {{found}}) needs a newer program and is shown as a placeholder',
  ],
  failedMigration: [
    '控件{{control}}无法从版本 {{found}} 升级，以占位框显示，原内容已保留',
    'Control {{control}} could not be brought from version {{found}} to this one. It is shown as a placeholder',
  ],
  badProp: [
    '控件{{control}}的属性“{{path}}”无效，显示默认值，原值已保留',
    'Control {{control}}: the property “{{path}}” is invalid. Its default is shown, the stored value kept',
  ],
  sameId: [
    '控件{{control}}的编号重复，已改为 {{id}}',
    'Control {{control}} has the id of another one; it is {{id}} now',
  ],
  lostParent: [
    '控件{{control}}所属的组合不存在，已移出',
    'Control {{control}} named a group that is not there; it stands alone',
  ],
  circle: ['控件{{control}}的组合关系成环，已移出', 'Control {{control}} was a group within itself; it stands alone'],
  lostLayer: [
    '控件{{control}}的图层不存在，已移到“{{layer}}”',
    'Control {{control}} named a layer that is not there; it is in “{{layer}}”',
  ],
})

export type ProblemKey = keyof (typeof problemText)['rows']

export interface Problem {
  readonly key: ProblemKey
  /** `refused`: nothing is opened. `placeholder`: a control is kept but cannot be drawn. `repaired`: what is drawn differs from what was stored. */
  readonly severity: 'refused' | 'placeholder' | 'repaired'
  /** Where it is: the control, by its id and name, or by its place in the list. Null for the document itself. */
  readonly control: { readonly control_id: string | null; readonly name: string; readonly index: number } | null
  /** The symbol that the control belongs to. */
  readonly symbol: string | null
  /** The property at fault, by its path; '' for the whole. */
  readonly path: string
  readonly values: Readonly<Record<string, string | number>>
}

export const documentProblem = (
  key: ProblemKey,
  severity: Problem['severity'],
  values: Problem['values'] = {},
  path = '',
): Problem => ({ key, severity, control: null, symbol: null, path, values })

/** A problem as a sentence, with its place. */
export function problemSentence({ key, control, path, values }: Problem, lang: Lang): string {
  const said = translate(problemText, lang)[key] as string | ((values: Record<string, unknown>) => string)
  if (typeof said === 'string') return said
  return said({ path, ...values, control: control ? placeOf(control, lang) : '' })
}

function placeOf({ control_id, name, index }: NonNullable<Problem['control']>, lang: Lang): string {
  const named = name || control_id
  if (named) return `“${named}”`
  return lang === 'zh' ? ` ${index + 1} ` : `${index + 1}`
}
