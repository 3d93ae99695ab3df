import type { Brands } from './brands.ts'

const PRODUCT = 'Sightglass'

/** A provider of e-mails, as far as their sender's name goes. */
interface Mail {
  tenant_id: number | null
  subject: string
  from_name?: string
}

/** The same providers, of which that of e-mail sends in the name of the reader's organisation. */
export function brandedMail<M extends Mail, P extends { email?: { send(message: M): Promise<void> } }>(
  providers: P,
  brands: Pick<Brands, 'nameOf'>,
): P {
  const { email } = providers
  if (!email) return providers
  return {
    ...providers,
    email: {
      async send(message: M) {
        const name = message.tenant_id === null ? '' : await brands.nameOf(message.tenant_id)
        if (name === '') return email.send(message)
        return email.send({ ...message, from_name: name, subject: message.subject.replace(PRODUCT, () => name) })
      },
    },
  }
}
