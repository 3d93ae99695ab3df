import { createContext } from 'react'

/** What a dashboard does while one of its components is as large as the window. */
export interface Cards {
  readonly onFull: (isFull: boolean) => void
  /** Said in it meanwhile; '' for nothing. */
  readonly note: string
}

/** Null where no component can be: on screens, in editors. */
export const CardContext = createContext<Cards | null>(null)
