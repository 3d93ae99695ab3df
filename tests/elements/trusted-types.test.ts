import { equal, expectComplaint, place, until } from './check.ts'

// A page that allows its own policies alone, from before our first module on.
const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy: unknown } }
const { createPolicy } = trustedTypes
trustedTypes.createPolicy = (name: string) => {
  throw new TypeError(`Policy "${name}" disallowed.`)
}
after(() => {
  trustedTypes.createPolicy = createPolicy
})

// As pages get it: the runner loads this file's own chunk under a second address.
await import('../../elements/live/index.ts')

const isEnforced = location.hostname.startsWith('trusted.')

it('a page that allows no policy of ours, and refuses texts, is told what to add to its own', async () => {
  if (isEnforced) {
    expectComplaint(/^require-trusted-types-for/)
    expectComplaint(/<sg-value>/)
  }
  const problems: string[] = []
  const box = place('')
  box.addEventListener('sg-error', (event) => problems.push((event as CustomEvent).detail.problem))
  const element = document.createElement('sg-value')
  element.lang = 'en'
  box.append(element)
  await until('sg-error', () => problems.length > 0)
  const text = () => element.shadowRoot?.textContent
  await until(`the sentence, got ${text()}`, () =>
    text()?.includes(isEnforced ? 'add sightglass to trusted-types' : 'No device is named'),
  )
  equal(element.dataset.sgState, 'error')
  equal(problems, [isEnforced ? 'trusted-types' : 'missing-sn'])
})
