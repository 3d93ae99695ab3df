/** A style with the value that is written for it. */
export type Declaration = readonly [name: string, value: string]

/** What a rule is for: what stands last in its selector, which is enough to know whom it may mean. */
export interface Subject {
  tag: string
  classes: readonly string[]
  ids: readonly string[]
}

export interface Rule {
  selectors: readonly { text: string; subject: Subject }[]
  declarations: readonly Declaration[]
}

/** An element as it is kept: everything in it is written anew. */
export interface SvgNode {
  name: string
  attributes: [name: string, value: string][]
  /** The `style` attribute. */
  declarations: readonly Declaration[]
  /** The sheet of a `style` element. */
  rules: readonly Rule[]
  children: (SvgNode | string)[]
}

export const attributeOf = ({ attributes }: SvgNode, wanted: string) =>
  attributes.find(([name]) => name === wanted)?.[1]

export const elementsIn = ({ children }: SvgNode): SvgNode[] => children.filter((child) => typeof child !== 'string')

export const textIn = ({ children }: SvgNode): string => children.filter((child) => typeof child === 'string').join('')
