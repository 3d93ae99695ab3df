import { type Api, ApiRefusal } from './api.ts'
import { type PlantDevice, plantKinds } from './catalogue.ts'
import type { Series } from './history.ts'
import { type AlarmRule, foundBy, type Kind, type Language, namesOf, type Text } from './kind.ts'

const PAGE_SIZE = 100
/** Samples that one call may carry (contract: MAX_BATCH_SAMPLES). */
const BATCH_SAMPLES = 200_000
const SN_TAKEN = '110534'

/** What the server has at the start, so that only what is missing is created. */
export interface Known {
  templates: Map<string, number>
  groups: Map<string, number>
  sn_codes: Set<string>
  /** In which the organisation names its things: that of the plant's groups, which it has before the plant comes. */
  language: Language
}

export async function whatIsKnown(api: Api): Promise<Known> {
  const templates = await everyPage<{ template_id: number; module_name: string }>(api, '/yun/module')
  const groups = (await api.call('GET', '/yun/dev/group', {})) as { group_id: number; group_name: string }[]
  const devices = await everyPage<{ sn_code: string }>(api, '/dev')
  return {
    templates: new Map(templates.map(({ module_name, template_id }) => [module_name, template_id])),
    groups: new Map(groups.map(({ group_name, group_id }) => [group_name, group_id])),
    sn_codes: new Set(devices.map(({ sn_code }) => sn_code)),
    language: groupsNamed(groups, 'en') > groupsNamed(groups, 'zh') ? 'en' : 'zh',
  }
}

/** One that a user named in the other language does not change that of all. */
const groupsNamed = (groups: readonly { group_name: string }[], language: Language): number =>
  groups.filter(({ group_name }) => plantKinds.some(({ group }) => group[language] === group_name)).length

async function everyPage<Row>(api: Api, path: string): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = (await api.call('GET', path, { page, page_size: PAGE_SIZE })) as {
      rows: Row[]
      total: number
    }
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

export async function ensureTemplate(api: Api, known: Known, kind: Kind): Promise<number> {
  const module_name = kind.module_name[known.language]
  const there = foundBy(namesOf(kind.module_name, known.language), known.templates)
  if (there !== undefined) return there
  const points = kind.points.map(({ name, isKept: _, ...point }) => ({ ...point, name: name.zh, name_en: name.en }))
  const alarm_rules = kind.alarm_rules.map(sentRule)
  const made = await api.call('POST', '/yun/module', { module_name, points, alarm_rules })
  const { template_id } = made as { template_id: number }
  known.templates.set(module_name, template_id)
  return template_id
}

function sentRule({ name, text, why, ...rule }: AlarmRule) {
  const [cause, consequence, response] = why
  return {
    ...rule,
    alarm_name: name.zh,
    alarm_name_en: name.en,
    alarm_text: text.zh,
    alarm_text_en: text.en,
    ...(cause && { cause: cause.zh, cause_en: cause.en }),
    ...(consequence && { consequence: consequence.zh, consequence_en: consequence.en }),
    ...(response && { response: response.zh, response_en: response.en }),
  }
}

export async function ensureGroup(api: Api, known: Known, group: Text): Promise<number> {
  const group_name = group[known.language]
  const there = foundBy(namesOf(group, known.language), known.groups)
  if (there !== undefined) return there
  const { group_id } = (await api.call('POST', '/yun/dev/group', { group_name })) as { group_id: number }
  known.groups.set(group_name, group_id)
  return group_id
}

export async function ensureDevice(
  api: Api,
  known: Known,
  { kind, password, sn_code, card_no, contact_phone, ...place }: PlantDevice,
): Promise<void> {
  if (known.sn_codes.has(sn_code)) return
  const template_id = await ensureTemplate(api, known, kind)
  const group_id = await ensureGroup(api, known, kind.group)
  const { dev_model, report_interval_s } = kind
  const named = Object.fromEntries(Object.entries(place).map(([field, text]) => [field, text[known.language]]))
  const device = { ...named, sn_code, password, card_no, contact_phone }
  try {
    await api.call('POST', '/dev', { ...device, dev_model, report_interval_s, template_id, group_id })
  } catch (error) {
    // It connected before it was registered, or is in another tenant: it exists, which is all that is needed.
    if (!(error instanceof ApiRefusal && error.code === SN_TAKEN)) throw error
  }
  known.sn_codes.add(sn_code)
}

/** Whether a device has a history that was loaded to its end: loading goes through its points in order. */
export async function hasHistory(api: Api, sn_code: string, kind: Kind, start: number, end: number): Promise<boolean> {
  const key = kind.points.at(-1)?.key ?? ''
  const curve = await api.call('GET', '/hDev', { sn_code, key, start, end, width: 10 })
  return (curve as { rows: unknown[] }).rows.length > 0
}

/** The newest values that the server has of a device, by key. */
export async function newestValues(api: Api, sn_code: string): Promise<Record<string, unknown>> {
  const { values } = (await api.call('GET', '/rDev', { sn_code })) as { values: { key: string; value: unknown }[] }
  return Object.fromEntries(values.map(({ key, value }) => [key, value]))
}

/** Loads a device's history, as many samples a call as the contract allows; returns how many there were. */
export async function loadHistory(api: Api, sn_code: string, series: readonly Series[]): Promise<number> {
  let loaded = 0
  for (const batch of batches(series, BATCH_SAMPLES)) {
    await api.call('POST', '/yun/dev/his/data/batch', { sn_code, series: batch })
    loaded += batch.reduce((sum, { times }) => sum + times.length, 0)
  }
  return loaded
}

/** Cuts series into batches of at most `most` samples, in their order. */
export function* batches(series: readonly Series[], most: number): Generator<Series[]> {
  let batch: Series[] = []
  let room = most
  for (const { key, times, values } of series) {
    for (let from = 0; from < times.length; ) {
      const to = Math.min(times.length, from + room)
      batch.push({ key, times: times.slice(from, to), values: values.slice(from, to) })
      room -= to - from
      from = to
      if (room > 0) continue
      yield batch
      batch = []
      room = most
    }
  }
  if (batch.length > 0) yield batch
}
