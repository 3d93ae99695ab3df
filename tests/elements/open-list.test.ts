import { sendKeys } from '@web/test-runner-commands'
import { equal, place, sg, until } from './check.ts'
import './gallery.page.tsx'

it('an open list leaves what else is on the page as it is', async () => {
  place('<button>beside</button>')
  const { shadowRoot } = sg(place('<sg-gallery part="controls" lang="en"></sg-gallery>'), 'sg-gallery')
  const trigger = await until('the select', () =>
    Array.from(shadowRoot.querySelectorAll<HTMLElement>('button')).find(({ textContent }) =>
      textContent?.includes('Option A'),
    ),
  )
  trigger.focus()
  await sendKeys({ press: 'Enter' })
  await until('the list', () => shadowRoot.querySelector('[role=listbox]'))
  equal(document.querySelectorAll('[inert]').length, 0)
  equal(trigger.closest('[inert]') !== null, true)
  await sendKeys({ press: 'Escape' })
  await until('closed', () => !shadowRoot.querySelector('[role=listbox]'))
})
