import type { Language, Words } from '../../../core/catalogue/words.ts'
import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import { type AlarmRuleSet, MOST_RULES, SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { problemsOfRule, twinOf } from '../../../core/rules/rule-check.ts'
import {
  asWritten,
  choice,
  keyOf,
  number,
  readCells,
  WRONG_MOST,
  type WrongCell,
  WrongText,
  YES_WORDS,
  yesNo,
} from '../files/file-cells.ts'
import { rowsOfFile, sheetFile } from '../files/sheet-files.ts'
import type { Cell } from '../files/spreadsheet.ts'
import type { Caller } from '../http/caller.ts'
import { parseInput, WrongField } from '../http/field-errors.ts'
import { fencesFor, rulesOf } from '../templates/index.ts'
import { CHANNEL_WORDS, CONDITION_WORDS, RULE_COLUMN_NAMES, RULE_COLUMNS, type RuleColumn } from './columns.ts'
import { ownerOf } from './owner.ts'
import type { AlarmRulesParts } from './parts.ts'

/** Answers that write and read files of rules. */
export const alarmRulesFileAnswers = ({
  db,
  fleet,
}: AlarmRulesParts): Pick<Answers<Contract['alarmRules'], Caller>, 'export' | 'read'> => ({
  async export({ format, lang, ...named }, caller) {
    return sheetFile(caller, format, async () => {
      const { owner, rules, fences } = await db.tenant(caller.tenant_id, async (q) => {
        const { ids, name } = await ownerOf(q, fleet, caller, named)
        const rules = await rulesOf(q, ids)
        return { owner: name, rules, fences: await fencesFor(q, caller, rules) }
      })
      const name = `${owner} ${lang === 'zh' ? '报警规则' : 'alarm rules'}`
      const heading = RULE_COLUMN_NAMES.map((column) => RULE_COLUMNS[column][lang])
      const rows = rules.map((rule) => RULE_COLUMN_NAMES.map((column) => cellOf(rule, column, lang, fences)))
      return { name, sheet: { name, heading, rows } }
    })
  },

  async read({ file, ...named }, caller) {
    const { points, fences } = await db.tenant(caller.tenant_id, async (q) => {
      const { ids, points } = await ownerOf(q, fleet, caller, named)
      return { points, fences: await fencesFor(q, caller, await rulesOf(q, ids)) }
    })
    return rulesIn(await rowsOfFile(file, caller.tenant_id), points, caller.lang, fences)
  },
})

type Fences = AlarmRuleSet['fences']

function cellOf(rule: AlarmRule, column: RuleColumn, lang: Language, fences: Fences): Cell {
  if (column === 'fence_id') return fences.find(({ fence_id }) => fence_id === rule.fence_id)?.fence_name ?? null
  if (column === 'condition') return CONDITION_WORDS[rule.condition][lang]
  if (column === 'channels') return rule.channels.map((channel) => CHANNEL_WORDS[channel][lang]).join(', ')
  if (column === 'is_enabled') return YES_WORDS[`${rule.is_enabled}`][lang]
  return rule[column]
}

/** `E-mail, SMS`; the names of the wire are read too. */
function channelsOf(text: string) {
  const words = text.split(/[,，;；、\n]/).filter((word) => word.trim() !== '')
  const channels = words.map((word) => keyOf(CHANNEL_WORDS, word))
  return channels.some((channel) => channel === undefined) ? choice(CHANNEL_WORDS)('') : [...new Set(channels)]
}

const text = (cell: string) => cell

/** What a cell that is not empty says, by its column. */
const READ: Record<RuleColumn, (text: string) => unknown> = {
  alarm_name: text,
  alarm_name_en: text,
  alarm_level: number,
  key: text,
  condition: choice(CONDITION_WORDS),
  threshold: number,
  threshold_high: number,
  no_data_s: number,
  fence_id: text,
  dead_band: number,
  on_delay_s: number,
  off_delay_s: number,
  suppress_when: text,
  alarm_text: text,
  alarm_text_en: text,
  cause: text,
  cause_en: text,
  consequence: text,
  consequence_en: text,
  response: text,
  response_en: text,
  channels: channelsOf,
  is_enabled: yesNo,
}

/** A geofence by its name, whatever the case. */
const fenceNamed = (fences: Fences) => (name: string) => {
  const wanted = name.trim().toLowerCase()
  const found = fences.find(({ fence_name }) => fence_name.toLowerCase() === wanted)
  return found?.fence_id ?? new WrongText(NO_FENCE)
}
const NO_FENCE: Words = { zh: '没有此围栏', en: 'is no geofence that there is' }

const NEEDED = ['alarm_name', 'alarm_level', 'key', 'condition'] as const

/** The rules that rows of cells hold, under a heading of either language. */
export function rulesIn(
  rows: readonly (readonly string[])[],
  points: readonly Point[],
  lang: Language,
  fences: Fences = [],
): { rules: SentRule[]; wrong: WrongCell[] } {
  const wrong: WrongCell[] = []
  const report = (row: number, column: RuleColumn | null, words: Words) => {
    if (wrong.length < WRONG_MOST)
      wrong.push({ row, column: column ? RULE_COLUMNS[column][lang] : '', message: words[lang] })
  }
  const first = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const columns = (rows[first] ?? []).map((cell) => keyOf(RULE_COLUMNS, asWritten(cell)))
  if (columns.every((column) => column === undefined))
    throw new WrongField('file', {
      zh: '首行没有规则的列名，可先导出一份作为样板',
      en: 'has no column of rules in its first row; exported rules show which there are',
    })
  const missing = NEEDED.filter((column) => !columns.includes(column))
  for (const column of missing)
    report(Math.max(1, first + 1), column, { zh: '缺少此列', en: 'is a column that is missing' })
  const rules: SentRule[] = []
  const rowOf = new Map<SentRule, number>()
  if (missing.length > 0) return { rules, wrong }
  for (const [i, cells] of rows.entries()) {
    if (i <= first || cells.every((cell) => cell.trim() === '')) continue
    const row = i + 1
    if (rules.length >= MOST_RULES) {
      // The first of them alone are not what the file says.
      const words = { zh: `最多 ${MOST_RULES} 条规则`, en: `is beyond the ${MOST_RULES} rules that may be` }
      return { rules: [], wrong: [{ row, column: '', message: words[lang] }] }
    }
    const faulty = new Set<RuleColumn>()
    const read: typeof READ = { ...READ, fence_id: fenceNamed(fences) }
    const { values, isWhole } = readCells(columns, cells, read, (column, words) => {
      faulty.add(column)
      report(row, column, words)
    })
    const evaluated = parseInput(SentRule, values, lang)
    if (!evaluated.ok) {
      for (const { field, message } of evaluated.fields) {
        const column = RULE_COLUMN_NAMES.find((name) => name === field.split('.')[0]) ?? null
        if (column === null || !faulty.has(column)) report(row, column, { zh: message, en: message })
      }
      continue
    }
    const problems = Object.entries(problemsOf(evaluated.value, points)) as [RuleColumn, Words][]
    for (const [column, words] of problems) if (!faulty.has(column)) report(row, column, words)
    const twin = rules[twinOf(evaluated.value, rules)]
    if (twin)
      report(row, 'alarm_name', {
        zh: `与第 ${rowOf.get(twin)} 行的变量、名称、等级和条件相同`,
        en: `has the same point, name, level and condition as row ${rowOf.get(twin)}`,
      })
    if (!isWhole || problems.length > 0 || twin) continue
    rules.push(evaluated.value)
    rowOf.set(evaluated.value, row)
  }
  return { rules, wrong }
}

function problemsOf(rule: SentRule, points: readonly Point[]) {
  const isKnown = points.some(({ key }) => key === rule.key)
  const words = { zh: '没有此变量', en: 'is no point here' }
  return { ...(!isKnown && { key: words }), ...problemsOfRule(rule, points) }
}
