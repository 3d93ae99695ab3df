import { useFormat, useText } from '../../define/index.ts'
import { text } from './text.ts'
import { lastedOf } from './view.ts'

/** "at least 1 min"; empty where any length will do. */
export function useLastedText(): (lasted: string) => string {
  const t = useText(text)
  const format = useFormat()
  return (lasted) => {
    const { least, most } = lastedOf(lasted)
    const said = (seconds: number) => format.duration(seconds * 1000)
    if (least !== null && most !== null) return t.between({ least: said(least), most: said(most) })
    if (least !== null) return t.longer({ least: said(least) })
    return most === null ? '' : t.shorter({ most: said(most) })
  }
}
