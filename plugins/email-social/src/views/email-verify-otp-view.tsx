import type { ViewProps } from '@wallet-modal/kernel'
import type { ReactNode } from 'react'
import type { Login } from '../login/login.js'
import { CodeEntry } from './code-entry.js'

/** Entry of a login's code. */
export default function EmailVerifyOtpView({
  params: { email },
  model,
  ctx,
}: ViewProps<{ readonly email: string }, void, Login>): ReactNode {
  return <CodeEntry email={email} model={model} ctx={ctx} />
}
