import { setViewport } from '@web/test-runner-commands'
import { SCREEN_SIZES } from '../../elements/parts/screen-size/screen-sizes.ts'
import { editorAnswers } from './canvas-pages.ts'
import { equal, until } from './check.ts'
import { type Screen, shown } from './screen-driver.ts'
import { DESIGNER, templateAnswers } from './template-pages.ts'

await setViewport({ width: 1240, height: 800 })

/** What a field offers; its options are closed again by choosing one of these, the last unless it is said which. */
async function optionsOf(page: Screen, label: string, chosen = -1) {
  const field = await page.labelled(label)
  field.querySelector<HTMLElement>('.select-button')?.click()
  const options = await until(`the options of ${label}`, () => {
    const found = page.all('[role=option]')
    return found.length > 0 && found
  })
  const words = options.map(({ textContent }) => textContent)
  options.at(chosen)?.click()
  await page.gone('[role=option]')
  return words
}
const VARIANTS = ['desktop', 'mobile'] as const
const sizesOf = (variant: (typeof VARIANTS)[number]) => SCREEN_SIZES[variant].map((size) => size.join(' × '))

it('a new screen of a template has the same sizes to choose from as one in the editor, or one of its own', async () => {
  const page = await shown(
    '<sg-templates lang="en" template="2" tab="screens"></sg-templates>',
    templateAnswers,
    DESIGNER,
  )
  await page.press('New screen')
  for (const [at, variant] of VARIANTS.entries()) {
    await optionsOf(page, 'For', at)
    equal(await optionsOf(page, 'Size'), [...sizesOf(variant), 'Another size'])
  }
})

it('the canvas editor offers the same sizes for its page as for another screen', async () => {
  const markup = '<sg-canvas-editor lang="en" screen="12"></sg-canvas-editor>'
  const page = await shown(markup, editorAnswers(), [], 'inline-size: 1180px; block-size: 560px')
  const [desktop, mobile] = VARIANTS.map(sizesOf)
  equal(await optionsOf(page, 'Page size'), [
    ...(desktop ?? []).map((size) => `Desktop ${size}`),
    ...(mobile ?? []).map((size) => `Mobile ${size}`),
    'Custom',
  ])
  await page.press('New screen')
  for (const [at, variant] of VARIANTS.entries()) {
    await optionsOf(page, 'For', at)
    equal(await optionsOf(page, 'Size'), sizesOf(variant))
  }
})
