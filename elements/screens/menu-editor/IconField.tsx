import { useId } from 'react'
import type { MenuItemIcon } from '../../../core/contract/custom-menu.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { MENU_ICONS } from '../../kit/menu-icons.ts'
import { text } from './text.ts'

interface IconFieldProps {
  value: MenuItemIcon
  icons: readonly MenuItemIcon[]
  onChange: (icon: MenuItemIcon) => void
}

/** One of the signs of the menu: arrows go from one to the next. */
export function IconField({ value, icons, onChange }: IconFieldProps) {
  const t = useText(text)
  const name = useId()
  return (
    <fieldset className="menu-icons">
      <legend className="field-label">{t.icon}</legend>
      {icons.map((icon) => (
        <label key={icon} className="menu-icon" title={t[`icon_${icon}`]} data-chosen={icon === value || undefined}>
          <input
            type="radio"
            name={name}
            aria-label={t[`icon_${icon}`]}
            checked={icon === value}
            onChange={() => onChange(icon)}
          />
          <Icon name={MENU_ICONS[icon]} />
        </label>
      ))}
    </fieldset>
  )
}
