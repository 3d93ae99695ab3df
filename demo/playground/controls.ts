import * as z from 'zod'
import { NoManifest } from './catalogue.ts'
import type { Controls } from './page/control-shape.ts'

const Words = z.object({ zh: z.string(), en: z.string() })
const ByName = z.record(z.string(), Words)
const Props = z.record(z.string(), z.unknown())
const Size = { width: z.number(), height: z.number() }

/** The kit's `controls.json`: what is read of it. */
const Listed = z.object({
  kinds: z.array(
    z.object({
      kind: z.string().regex(/^[a-z][a-z0-9-]*$/),
      names: Words,
      glyph: z.string(),
      category: z.string(),
      version: z.number(),
      size: z.object(Size),
      defaults: Props,
      starting: z.object({ zh: Props, en: Props }),
      fields: z.array(
        z.object({
          path: z.string(),
          type: z.string(),
          group: z.string(),
          names: Words,
          min: z.number().optional(),
          max: z.number().optional(),
          step: z.number().optional(),
          maxLength: z.number().optional(),
          unit: z.string().optional(),
          choices: z
            .array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), names: Words }))
            .optional(),
          isNullable: z.boolean(),
        }),
      ),
      bindable: z.array(z.object({ path: z.string(), names: Words })),
    }),
  ),
  categories: ByName,
  groups: ByName,
  symbols: z.array(
    z.object({ id: z.string(), category: z.string(), names: Words, states: z.array(z.string()), ...Size }),
  ),
  symbol_categories: ByName,
})

/** The kinds of control that the console's canvas draws. */
export async function readControls(console_url: string) {
  const url = new URL('elements/controls.json', console_url)
  const reply = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null)
  const listed = Listed.safeParse(await reply?.json().catch(() => null))
  if (!listed.success) throw new NoManifest(`${url} gave no list of controls`)
  return { console_url, ...listed.data } as Controls
}
