import { readFileSync } from 'node:fs'
import type { Language } from '../../../core/catalogue/words.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { District } from '../../../core/contract/district.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { codesAbove } from '../../../core/contract/region.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

/**
 * Divisions of China, from element-china-area-data 6.1.0 (MIT, districts.LICENSE.md); their Latin names by pinyin-pro. A line
 * is a province, or a city and what it is divided into: code, name, Latin name.
 */
const FILE = new URL('./districts.tsv', import.meta.url)
/** What stands between a province and its districts where there is no city: people do not say it. */
const UNSAID = new Set(['市辖区', '县', '省直辖县级行政区划', '自治区直辖县级行政区划'])

type Named = Pick<District, 'region_code' | 'name' | 'name_en'>

interface Districts {
  byCode: ReadonlyMap<string, Named>
  /** By the code that they are divisions of; provinces by ''. */
  within: ReadonlyMap<string, readonly Named[]>
  /** Codes by their names with those above them, of either language, without what stands between the words. */
  byName: ReadonlyMap<string, string>
}

let known: Districts | undefined

/** Read when somebody wants it first. */
const districts = (): Districts => {
  known ??= read()
  return known
}

const parentOf = (region_code: string): string => {
  const above = codesAbove(region_code).filter((code) => code !== '')
  return above.at(-2) ?? ''
}

function read(): Districts {
  const all = readFileSync(FILE, 'utf8')
    .trim()
    .split(/[\n\t]/)
    .map((entry): Named => {
      const [, region_code = '', name = '', name_en = ''] = /^(\d{6}) (\S+) (.+)$/.exec(entry) ?? []
      return { region_code, name, name_en }
    })
  const byCode = new Map(all.map((one) => [one.region_code, one]))
  const within = new Map<string, Named[]>()
  for (const one of all) {
    const parent = parentOf(one.region_code)
    within.set(parent, [...(within.get(parent) ?? []), one])
  }
  const byName = new Map<string, string>()
  // Those above first: of two of one name it is the larger one.
  for (const { region_code } of all)
    for (const lang of ['zh', 'en'] as const) {
      const key = plain(nameIn(byCode, region_code, lang))
      if (!byName.has(key)) byName.set(key, region_code)
    }
  return { byCode, within, byName }
}

const plain = (name: string) => name.toLowerCase().replace(/[\s,，、/·-]+/g, '')

function nameIn(byCode: Districts['byCode'], region_code: string, lang: Language): string {
  const path = codesAbove(region_code).flatMap((code) => byCode.get(code) ?? [])
  const said = path.filter(({ name }, at) => at === path.length - 1 || !UNSAID.has(name))
  return lang === 'zh'
    ? said.map(({ name }) => name).join(' ')
    : said
        .map(({ name_en }) => name_en)
        .reverse()
        .join(', ')
}

interface Region {
  region_code: string
  region_text: string
}

/** Where a device stands, in words. */
export const regionWords = ({ region_code, region_text }: Region, lang: Language): string =>
  region_code === '' ? region_text : nameIn(districts().byCode, region_code, lang)

/** What somebody wrote as the place of a device: the code or the names of a division of China, or any text. */
export function regionOf(text: string): Region {
  const { byCode, byName } = districts()
  const region_code = byCode.has(text.trim()) ? text.trim() : byName.get(plain(text))
  return region_code === undefined ? { region_code: '', region_text: text.trim() } : { region_code, region_text: '' }
}

/** Refuses a code that is no division's. */
export function requireRegion({ region_code }: { region_code?: string | undefined }): void {
  if (region_code && !districts().byCode.has(region_code))
    throw new WrongField('region_code', { zh: '没有此行政区划', en: 'is no division of China' })
}

/** The beginning of the codes of a division and of all that it is divided into. */
export const codePrefix = (region_code: string): string => region_code.replace(/^(..)0000$|^(....)00$/, '$1$2')

export const districtAnswers: Answers<Contract['district'], Caller> = {
  async list({ parent_code = '' }) {
    const { within } = districts()
    return (within.get(parent_code) ?? []).map((one) => ({ ...one, is_divided: within.has(one.region_code) }))
  },
}
