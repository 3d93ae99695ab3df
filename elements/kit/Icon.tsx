import { useSheet } from '../context/element-context.ts'
import sheet from './icon.css?sheet'
import { ICONS, type IconName, SOLID } from './icons.ts'

interface IconProps {
  name: IconName
  size?: 12 | 16 | 20 | 32
  /** What it says to those who do not see it; without, it is decoration beside a word. */
  label?: string
}

export function Icon({ name, size = 16, label }: IconProps) {
  useSheet(sheet)
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden as decoration
    <svg
      className={SOLID.has(name) ? 'icon icon-solid' : 'icon'}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      {...named}
    >
      <path d={ICONS[name]} />
    </svg>
  )
}
