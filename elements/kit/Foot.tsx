import type { ReactNode } from 'react'
import { useSheet } from '../context/element-context.ts'
import sheet from './foot.css?sheet'

/** The buttons below a dialog or a panel, in one order everywhere: what else there is, Cancel, the main one at the right. */
export function Foot({ children }: { children: ReactNode }) {
  useSheet(sheet)
  return <footer className="foot">{children}</footer>
}
