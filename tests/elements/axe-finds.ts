import axe from 'axe-core'
import type { Lang } from '../../core/text/define-text.ts'
import { COLOURS } from '../../elements/theme/tokens.ts'
import { equal, isAll, until } from './check.ts'

/** With all tests, the page of each policy has a look of its own, so that all of them together have all. */
const LOOKS = {
  none: 'theme="light"',
  strict: 'theme="dark"',
  trusted: 'theme="hp"',
  portal: 'theme="light" density="touch" dir="rtl"',
}
const LANGUAGES = ['zh', 'en'] as const

/** The look and the languages in which a state is seen here; without all tests one language, and both in turn. */
export function seenIn(index: number): { look: string; languages: readonly Lang[] } {
  const looks = Object.values(LOOKS)
  if (isAll) return { look: LOOKS[location.hostname.split('.')[0] as keyof typeof LOOKS], languages: LANGUAGES }
  const language = LANGUAGES[Math.floor(index / looks.length) % LANGUAGES.length] as Lang
  return { look: looks[index % looks.length] as string, languages: [language] }
}

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

type Element = HTMLElement & { shadowRoot: ShadowRoot }

export async function axeFindsNothingIn(languages: readonly Lang[], element: Element): Promise<void> {
  for (const lang of languages) {
    element.lang = lang
    await until(lang, () => element.shadowRoot.querySelector(`[lang|=${lang}]`))
    await axeFindsNothing(element)
  }
}

export async function axeFindsNothing(element: Element): Promise<void> {
  await stillness(element.shadowRoot)
  const { violations } = await axe.run(element, {
    rules: { region: { enabled: false }, 'target-size': { enabled: true } },
  })
  equal(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`).join('\n'),
    '',
  )
}
