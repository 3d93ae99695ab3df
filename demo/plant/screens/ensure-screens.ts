import type { Api } from '../api.ts'
import { foundBy, type Language } from '../kind.ts'
import { type PlantScreen, plantScreens } from './index.ts'

interface Row {
  screen_id: number
  screen_name: string
  revision: number
  published_revision: number | null
}

/** What the server has of the plant's screens, by template and name. */
class ScreenIds {
  readonly #ids = new Map<string, number>()

  add(module_name: string, { screen_id, screen_name }: Pick<Row, 'screen_id' | 'screen_name'>): void {
    this.#ids.set(`${module_name}\n${screen_name}`, screen_id)
  }

  of = (module_name: string, screen_name: string): number => {
    const screen_id = this.#ids.get(`${module_name}\n${screen_name}`)
    if (screen_id === undefined) throw new Error(`${screen_name} of ${module_name} is made before what leads to it`)
    return screen_id
  }
}

/**
 * Creates the screens that the templates lack and publishes what is new. One that is there stays as it is: somebody may
 * have drawn on it. `templates` are the ids of those that are there, by name.
 */
export async function ensureScreens(api: Api, templates: Map<string, number>, language: Language): Promise<void> {
  const every = plantScreens(language)
  const ids = new ScreenIds()
  for (const module_name of new Set(every.map((screen) => screen.module_name))) {
    const screens = every.filter((screen) => screen.module_name === module_name)
    // Screens of several devices come last, and only to a plant that is whole.
    const isOfAll = screens.some(({ module_type }) => module_type === 'nonstandard')
    const templateOf = ({ names }: PlantScreen) => foundBy(names.module, templates)
    if (isOfAll && every.some((one) => one.module_type === 'standard' && templateOf(one) === undefined)) continue
    const there = screens[0] && templateOf(screens[0])
    const template_id = there ?? (isOfAll ? await createTemplate(api, module_name) : null)
    if (template_id === null) continue
    templates.set(module_name, template_id)
    await ensureScreensOf(api, template_id, screens, ids)
  }
}

async function createTemplate(api: Api, module_name: string): Promise<number> {
  const made = await api.call('POST', '/yun/module', { module_name, module_type: 'nonstandard' })
  return (made as { template_id: number }).template_id
}

async function ensureScreensOf(api: Api, template_id: number, screens: readonly PlantScreen[], ids: ScreenIds) {
  const there = (await api.call('GET', '/yun/module/view', { template_id })) as Row[]
  let isNew = false
  for (const { module_name, screen_name, variant, isStart, names, document } of screens) {
    const known = there.find((row) => names.screen.includes(row.screen_name))
    if (known) {
      ids.add(module_name, { screen_id: known.screen_id, screen_name })
      continue
    }
    const input = { template_id, screen_name, variant, document: document(ids.of) }
    const { screen_id } = (await api.call('POST', '/yun/module/view', input)) as Row
    ids.add(module_name, { screen_id, screen_name })
    if (isStart) await api.call('PUT', '/yun/module/view', { screen_id, is_start: true, sort: 0 })
    isNew = true
  }
  // What somebody draws there is published by whoever draws it.
  const hasDraft = there.some((row) => row.published_revision !== null && row.published_revision !== row.revision)
  if (isNew && !hasDraft) await api.call('POST', '/yun/module/publish', { template_id, is_published: true })
}
