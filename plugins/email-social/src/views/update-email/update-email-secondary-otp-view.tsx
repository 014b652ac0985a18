import type { ViewProps } from '@wallet-modal/kernel'
import type { ReactNode } from 'react'
import { emailChangeOf } from '../../email-change.js'
import type { Login } from '../../login/login.js'
import { CodeEntry } from '../code-entry.js'

type Props = ViewProps<{ readonly email: string }, void, Login>

/** Entry of the code sent to the new address. */
export default function UpdateEmailSecondaryOtpView({ params: { email }, model, ctx }: Props): ReactNode {
  const { verifyNewEmail: verify, ...change } = emailChangeOf(model, ctx)
  return <CodeEntry email={email} model={{ ...change, verify }} ctx={ctx} />
}
