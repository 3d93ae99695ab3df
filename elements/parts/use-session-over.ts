import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useElement } from '../define/index.ts'

const $nothing = atom(null)

/** Whether the session, or the embedding page's token, is over: nothing is to be offered that the server would refuse. */
export function useSessionOver(): boolean {
  const line = useStore(useElement().connection?.$line ?? $nothing)
  return line !== null && line.state !== 'offline'
}
