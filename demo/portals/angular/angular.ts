// Templates are compiled in the page: this portal has no build of Angular's own.
import '@angular/compiler'
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { CONSOLE, loadElements, STATIONS } from '../stations.ts'

class App {
  readonly stations = STATIONS
  readonly console_url = CONSOLE
  readonly sn = signal<string>(STATIONS[0].sn)
  readonly tab = signal('values')
  readonly isShown = signal(true)
  show(event: Event) {
    this.tab.set((event as CustomEvent<{ tab: string }>).detail.tab)
  }
}

const Root = Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <sg-connection [attr.base-url]="console_url" token-url="token">
      <div class="page">
        <nav>
          @for (station of stations; track station.sn) {
            <button type="button" [attr.aria-pressed]="sn() === station.sn" (click)="sn.set(station.sn)">
              {{ station.name }} <sg-value [sn]="station.sn" [point]="station.point"></sg-value>
            </button>
          }
          <button type="button" (click)="isShown.set(!isShown())">{{ isShown() ? 'Hide' : 'Show' }}</button>
        </nav>
        <main>
          <p id="tab">{{ tab() }}</p>
          @if (isShown()) {
            <sg-device-monitor [sn]="sn()" compact (sg-view-change)="show($event)"></sg-device-monitor>
          }
        </main>
      </div>
    </sg-connection>`,
})(App) as unknown as typeof App

loadElements()
await bootstrapApplication(Root)
