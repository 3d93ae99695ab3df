import type { Providers } from '../messages/index.ts'
import type { Brands } from './brands.ts'

const PRODUCT = 'Sightglass'

/** The same providers, of which that of e-mail sends in the name of the reader's organisation. */
export function brandedMail(providers: Providers, brands: Pick<Brands, 'nameOf'>): Providers {
  const { email } = providers
  if (!email) return providers
  return {
    ...providers,
    email: {
      async send(message) {
        const name = message.tenant_id === null ? '' : await brands.nameOf(message.tenant_id)
        if (name === '') return email.send(message)
        return email.send({ ...message, from_name: name, subject: message.subject.replace(PRODUCT, () => name) })
      },
    },
  }
}
