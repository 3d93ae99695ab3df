import { atom } from 'nanostores'
import type { Connection } from './connection.ts'

/** The page's connection, for elements that have no nearer one. */
export const $defaultConnection = atom<Connection | null>(null)
