import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Input } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useState } from 'react'
import { emailChangeOf } from '../../email-change.js'
import { isEmail } from '../../is-email.js'
import type { Login } from '../../login/login.js'

type Props = ViewProps<void, void, Login>

/** Field for the new address. */
export default function UpdateEmailWalletView({ model, ctx }: Props): ReactNode {
  const change = emailChangeOf(model, ctx)
  const step = useValue(change.step)
  const [email, setEmail] = useState(change.email)
  const [isWrong, setWrong] = useState(false)
  const submit = (): void => {
    const address = email.trim()
    setWrong(!isEmail(address))
    if (isEmail(address)) void change.start(address)
  }
  const edit = (text: string): void => {
    setEmail(text)
    setWrong(false)
    change.edit()
  }
  const failure = step.status === 'failed' ? step.message : undefined
  return (
    <Stack gap={4}>
      <Input
        type="email"
        inputMode="email"
        autoComplete="email"
        label={ctx.t('update.email')}
        placeholder={ctx.t('login.placeholder')}
        value={email}
        onChange={edit}
        onEnter={submit}
        error={isWrong ? ctx.t('login.invalid') : failure}
      />
      <Button onClick={submit} loading={step.status === 'sending'}>
        {ctx.t('login.continue')}
      </Button>
    </Stack>
  )
}
