import type { Client } from '../../../../core/connection/client.ts'
import type { Screen } from '../../../../core/contract/screen.ts'
import type { Drawn, DrawnCalls } from './drawn.ts'

export const drawnScreen = (screen: Screen): Drawn => ({
  is: 'screen',
  id: screen.screen_id,
  name: screen.screen_name,
  template_id: screen.template_id,
  variant: screen.variant,
  revision: screen.revision,
  changed_time: screen.changed_time,
  changed_by: screen.changed_by,
  screen,
})

/** Configuration screens of templates. */
export const screenCalls = ({ screen }: Client): DrawnCalls => ({
  open: async ({ id }, options) => {
    const { screen: opened, ...rest } = await screen.open({ screen_id: id }, options)
    return { ...rest, drawn: drawnScreen(opened) }
  },
  save: async ({ id, ...sent }, options) => drawnScreen(await screen.save({ ...sent, screen_id: id }, options)),
  copy: async ({ drawn, name, document }, options) => {
    const { template_id, variant } = drawn
    if (template_id === null) throw new Error('A screen belongs to a template')
    return drawnScreen(await screen.create({ template_id, variant, document, screen_name: name }, options))
  },
  versions: ({ id }, options) => screen.versions({ screen_id: id }, options),
  version: screen.version,
  restore: screen.restore,
  lock: ({ id, ...input }, options) => screen.lock({ ...input, screen_id: id }, options),
  thumbnail: screen.thumbnail,
})
