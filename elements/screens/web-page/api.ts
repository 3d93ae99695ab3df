import { type ElementProps, prop } from '../../define/props.ts'

export const api = {
  props: {
    /** What the page is called. */
    name: prop.string(''),
    /** Its address, of https. The policy of the page around the element has to allow its host for frames. */
    src: prop.string(''),
  },
}
export type WebPageProps = ElementProps<typeof api>
