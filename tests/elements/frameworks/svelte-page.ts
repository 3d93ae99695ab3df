import { flushSync, mount, unmount } from 'svelte'
import type { Bound, FactPage } from './fact-page.ts'
import Page from './SveltePage.svelte'

export const sveltePage: FactPage = (box, heard) => {
  const page = mount(Page, { target: box, props: { heard } }) as { set(next: Bound): void }
  flushSync()
  return { set: page.set, unmount: () => void unmount(page) }
}
