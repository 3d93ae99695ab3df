import reset from './reset.css?sheet'
import { sheetOf } from './sheet-of.ts'
import { tokenCss } from './token-css.ts'

/** What every shadow root of ours, and a page that draws our frame, adopts first. */
export const themeSheets: readonly CSSStyleSheet[] = [sheetOf(tokenCss()), reset]
