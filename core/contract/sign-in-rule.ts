import * as z from 'zod/mini'
import { endpoint, Nothing } from './endpoint.ts'
import { PasswordRule } from './person.ts'

/** How the organisation's users sign in. */
export const SignInRule = z.object({
  password_rule: PasswordRule,
  /** A sign-in ends the sessions that the same user has elsewhere. */
  one_session: z.boolean(),
})
export type SignInRule = z.infer<typeof SignInRule>

export const signInRule = {
  read: endpoint({
    method: 'GET',
    path: '/yun/sys/signIn/rule',
    needs: 'session',
    beforeOwnPassword: true,
    summary: 'What the organisation asks of passwords and sign-ins.',
    input: Nothing,
    output: SignInRule,
  }),
  edit: endpoint({
    method: 'PUT',
    path: '/yun/sys/signIn/rule',
    needs: ['P56000'],
    ownOnly: true,
    summary: 'Changes it, for passwords set from now on. For administrators.',
    input: SignInRule,
    output: SignInRule,
  }),
}
