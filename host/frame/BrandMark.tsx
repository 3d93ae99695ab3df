import { useStore } from '@nanostores/react'
import { useSheet } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import { useMedia } from '../../elements/kit/use-media.ts'
import { pictureOf, productName } from '../brand.ts'
import { $theme } from '../preferences.ts'
import { useConsole } from '../use-console.ts'
import sheet from './brand-mark.css?sheet'

/** The organisation's logo, else the product's sign, and its name where there is room. */
export function BrandMark({ isNameHidden = false }: { isNameHidden?: boolean }) {
  useSheet(sheet)
  const { connection, brand } = useConsole()
  const shown = useStore(brand.$brand)
  const theme = useStore($theme)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const onDark = theme === 'dark' || (theme === 'auto' && isDark)
  const logo = pictureOf(connection, (onDark && shown.logo_dark) || shown.logo)
  const name = productName(shown)
  return (
    <>
      {logo ? (
        <img className="brand-logo" src={logo} alt={isNameHidden ? name : ''} />
      ) : (
        <Icon name="gauge" size={20} />
      )}
      {!isNameHidden && <strong className="brand-name">{name}</strong>}
    </>
  )
}
