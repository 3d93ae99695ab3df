import { useStore } from '@nanostores/react'
import { useText } from '../../elements/define/index.ts'
import { IconButton } from '../../elements/kit/Button.tsx'
import type { IconName } from '../../elements/kit/icons.ts'
import { Menu, type MenuEntry } from '../../elements/kit/Menu.tsx'
import { $flash, $lang, $theme, LANGUAGES, THEMES } from '../preferences.ts'
import { text } from '../text.ts'

const THEME_ICONS = { auto: 'settings', light: 'sun', dark: 'moon', hp: 'contrast' } as const satisfies Record<
  (typeof THEMES)[number],
  IconName
>
/** Each language by its own name: who cannot read the present one finds the other. */
const LANGUAGE_NAMES = { zh: '中文', en: 'English' } as const

export function useLanguageEntries(): MenuEntry[] {
  const current = useStore($lang)
  return LANGUAGES.map((lang) => ({
    id: lang,
    label: LANGUAGE_NAMES[lang],
    isChecked: lang === current,
    onAction: () => $lang.set(lang),
  }))
}

export function useThemeEntries(): MenuEntry[] {
  const t = useText(text)
  const current = useStore($theme)
  return THEMES.map((theme) => ({
    id: theme,
    label: t[theme],
    icon: THEME_ICONS[theme],
    isChecked: theme === current,
    onAction: () => $theme.set(theme),
  }))
}

/** Flashing can be stopped: one entry, in the menus of the looks. */
export function useFlashEntry(): MenuEntry {
  const t = useText(text)
  const flash = useStore($flash)
  return {
    id: 'flash',
    label: t.flash,
    isChecked: flash === 'on',
    onAction: () => $flash.set(flash === 'on' ? 'off' : 'on'),
  }
}

/** The menus of language and theme. */
export function Looks() {
  const t = useText(text)
  const theme = useStore($theme)
  return (
    <span className="looks">
      <Menu label={t.language} entries={useLanguageEntries()}>
        <IconButton icon="globe" label={t.language} />
      </Menu>
      <Menu label={t.theme} entries={[...useThemeEntries(), 'line', useFlashEntry()]}>
        <IconButton icon={THEME_ICONS[theme]} label={t.theme} />
      </Menu>
    </span>
  )
}
