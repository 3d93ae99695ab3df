import { atom } from 'nanostores'

/** Whether the search is open. */
export const $isFinding = atom(false)

/** What a keyboard of this machine calls the key that goes with K. */
export const FIND_KEY = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K'
