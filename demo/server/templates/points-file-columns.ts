import type { Language, Words } from '../../../core/catalogue/words.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { PointOfFile } from '../../../core/contract/template.ts'

/** The columns of a file of points, in their order; each under its words of both languages, or its own name. */
export const COLUMNS = {
  key: { zh: '标识', en: 'Key' },
  name: { zh: '名称', en: 'Name' },
  name_en: { zh: '英文名称', en: 'English name' },
  data_type: { zh: '数据类型', en: 'Data type' },
  unit: { zh: '单位', en: 'Unit' },
  decimals: { zh: '小数位数', en: 'Decimals' },
  access: { zh: '读写', en: 'Access' },
  write_min: { zh: '写入下限', en: 'Write minimum' },
  write_max: { zh: '写入上限', en: 'Write maximum' },
  enum_text: { zh: '枚举文本', en: 'Enum texts' },
  keep_history: { zh: '保存历史', en: 'Keep history' },
  two_step: { zh: '两步写入', en: 'Two-step write' },
  item_name: { zh: '权限项', en: 'Permission item' },
} as const satisfies Partial<Record<keyof PointOfFile, Words>>
export type Column = keyof typeof COLUMNS
export const COLUMN_NAMES = Object.keys(COLUMNS) as Column[]

export const TYPE_WORDS: Record<Point['data_type'], Words> = {
  number: { zh: '数值', en: 'Number' },
  boolean: { zh: '布尔', en: 'Boolean' },
  string: { zh: '文本', en: 'Text' },
  enum: { zh: '枚举', en: 'Enum' },
}
export const ACCESS_WORDS: Record<Point['access'], Words> = {
  r: { zh: '只读', en: 'Read' },
  rw: { zh: '读写', en: 'Read and write' },
}

/** The words of an enum as a cell: `0=停止|Stopped; 1=运行|Running`. */
export const enumCell = (texts: NonNullable<Point['enum_text']>): string =>
  Object.entries(texts)
    .map(([value, { zh, en }]) => `${value}=${zh}${en === zh ? '' : `|${en}`}`)
    .join('; ')

/** The words of an enum from a cell; undefined where it is none. */
export function enumOf(cell: string): Point['enum_text'] | undefined {
  const texts: Record<string, { zh: string; en: string }> = {}
  for (const part of cell.split(/[;；\n]/)) {
    if (part.trim() === '') continue
    const sign = part.search(/[=:：＝]/)
    const [value, words] = [part.slice(0, sign).trim(), part.slice(sign + 1)]
    const bar = words.search(/[|｜]/)
    const zh = (bar < 0 ? words : words.slice(0, bar)).trim()
    const en = bar < 0 ? zh : words.slice(bar + 1).trim()
    if (sign < 0 || !/^-?\d+$/.test(value) || zh === '' || en === '') return undefined
    texts[value] = { zh, en }
  }
  return Object.keys(texts).length > 0 ? texts : undefined
}

export const headingOf = (lang: Language): string[] => COLUMN_NAMES.map((name) => COLUMNS[name][lang])
