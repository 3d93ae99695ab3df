import type { ComponentProps } from 'react'
import { IconButton } from './Button.tsx'
import { Menu } from './Menu.tsx'

/** What else can be done with something, behind three dots; the label says with what. */
export function MoreMenu(props: Omit<ComponentProps<typeof Menu>, 'children'>) {
  return (
    <Menu {...props}>
      <IconButton icon="more" label={props.label} />
    </Menu>
  )
}
