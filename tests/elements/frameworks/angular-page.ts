import '@angular/compiler'
import { type ApplicationRef, Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { type FactPage, FIRST } from './fact-page.ts'

let pages = 0

export const angularPage: FactPage = async (box, heard) => {
  const bound = signal(FIRST)
  class Page {
    readonly bound = bound
    items = () => Array.from({ length: bound().children }, (_, n) => n)
    hear(event: Event) {
      heard((event as CustomEvent<{ point_id: string }>).detail.point_id)
    }
  }
  pages += 1
  const selector = `fact-page-${pages}`
  const Root = Component({
    selector,
    schemas: [CUSTOM_ELEMENTS_SCHEMA],
    template: `@if (bound().isShown) {
      <sg-probe
        [sn]="bound().sn" [limit]="bound().limit" [compact]="bound().compact" [points]="bound().points"
        (sg-point-select)="hear($event)"
      >@for (item of items(); track item) {<i slot="header">{{ item }}</i>}</sg-probe>
    }`,
  })(Page) as unknown as typeof Page
  box.append(document.createElement(selector))
  const app: ApplicationRef = await bootstrapApplication(Root)
  return { set: (next) => bound.set(next), unmount: () => app.destroy() }
}
