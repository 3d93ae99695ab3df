import type { ReactNode } from 'react'
import { Icon } from '../../kit/Icon.tsx'

/** Something to know before anything is pressed. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className="account-note">
      <Icon name="info" />
      <span>{children}</span>
    </p>
  )
}
