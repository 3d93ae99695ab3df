import axe from 'axe-core'
import { COLOURS } from '../../elements/theme/tokens.ts'
import { equal, until } from './check.ts'

/** Elements have no ground of their own, leaves no colour either: they stand in a page of their theme. */
export function paintPage(look: string): void {
  const theme = ['light', 'dark', 'hp'].findIndex((name) => look.includes(name))
  document.body.style.background = COLOURS['surface-0']?.[theme] ?? ''
  document.body.style.color = COLOURS['text-1']?.[theme] ?? ''
}

/** Motion at half way has half its contrast, and so have rows that are about to be replaced. */
const stillness = (root: ShadowRoot) =>
  until(
    'motion to end',
    () =>
      !root.querySelector('.list-page-rows[aria-busy=true]') &&
      root.getAnimations().every(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY),
  )

export async function axeFindsNothing(element: HTMLElement & { shadowRoot: ShadowRoot }): Promise<void> {
  await stillness(element.shadowRoot)
  const { violations } = await axe.run(element, {
    rules: { region: { enabled: false }, 'target-size': { enabled: true } },
  })
  equal(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`).join('\n'),
    '',
  )
}
