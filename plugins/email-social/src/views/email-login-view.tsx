import { tracked, type ViewProps } from '@wallet-modal/kernel'
import { Button, IconButton, Stack, useValue } from '@wallet-modal/kernel/ui'
import { Input } from '@wallet-modal/kernel/ui/deferred'
import { type ReactNode, useRef, useState } from 'react'
import type { EmailLoginParams } from '../contract.js'
import { isEmail } from '../is-email.js'
import type { Login } from '../login/login.js'
import { Gates } from './gates.js'

type Props = ViewProps<void, void, Pick<Login, 'step' | 'canConnect' | 'start' | 'edit'>>
type LoginProps = ViewProps<EmailLoginParams | undefined, void, Login>

function useEmail({ model, ctx }: Pick<Props, 'model' | 'ctx'>, initialEmail = '') {
  const step = useValue(model.step)
  const canConnect = useValue(model.canConnect)
  const [email, setEmail] = useState(initialEmail)
  const [isWrong, setWrong] = useState(false)
  const submit = (): void => {
    const address = email.trim()
    setWrong(!isEmail(address))
    if (isEmail(address) && canConnect) void model.start(address)
  }
  const isReported = useRef(false)
  const change = (text: string): void => {
    if (!isReported.current) ctx.emit(tracked, { event: 'EMAIL_LOGIN_SELECTED' })
    isReported.current = true
    setEmail(text)
    setWrong(false)
    model.edit()
  }
  const failure = step.status === 'failed' ? step.message : undefined
  return {
    email,
    change,
    submit,
    isSending: step.status === 'sending',
    canConnect,
    error: isWrong ? ctx.t('login.invalid') : failure,
  }
}

const field = { type: 'email', inputMode: 'email', autoComplete: 'email' } as const

/** Email field with a button inside, as a block of the Connect view. */
export function EmailBlockView(props: Props): ReactNode {
  const { t } = props.ctx
  const { email, change, submit, isSending, canConnect, error } = useEmail(props)
  return (
    <Input
      {...field}
      label={t('login.email')}
      hideLabel
      placeholder={t('login.placeholder')}
      value={email}
      onChange={change}
      onEnter={submit}
      disabled={!canConnect}
      readOnly={isSending}
      error={error}
      trailing={
        email !== '' && (
          <IconButton label={t('login.continue')} icon="chevron" disabled={!canConnect} onClick={submit} />
        )
      }
    />
  )
}

/** View with only the email field and a button. */
export function EmailLoginView(props: LoginProps): ReactNode {
  const { t } = props.ctx
  const { email, change, submit, isSending, canConnect, error } = useEmail(props, props.params?.email)
  return (
    <Stack gap={4}>
      <Input
        {...field}
        label={t('login.email')}
        placeholder={t('login.placeholder')}
        value={email}
        onChange={change}
        onEnter={submit}
        error={error}
      />
      <Gates model={props.model} />
      <Button onClick={submit} loading={isSending} disabled={!canConnect}>
        {t('login.continue')}
      </Button>
    </Stack>
  )
}
