import { createApp, h, shallowRef } from 'vue'
import { type FactPage, FIRST } from './fact-page.ts'

export const vuePage: FactPage = (box, heard) => {
  const bound = shallowRef(FIRST)
  const app = createApp({
    render() {
      const { isShown, children, ...props } = bound.value
      const listeners = { onSgPointSelect: ({ detail }: CustomEvent<{ point_id: string }>) => heard(detail.point_id) }
      const items = Array.from({ length: children }, (_, n) => h('i', { slot: 'header' }, n))
      return h('div', isShown ? [h('sg-probe', { ...props, ...listeners }, items)] : [])
    },
  })
  app.mount(box)
  return {
    set(next) {
      bound.value = next
    },
    unmount: () => app.unmount(),
  }
}
