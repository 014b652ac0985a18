import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Name, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toAsciiDigits } from '../ascii-digits.js'
import type { Login } from '../login/login.js'
import { durationText } from './duration.js'

const LENGTH = 6

interface CodeProps {
  readonly model: Pick<Login, 'step' | 'resendAt' | 'resend' | 'verify' | 'edit'>
  readonly ctx: ViewProps['ctx']
}

/** Field for the six-digit code. Submits the code when its last digit is entered. */
export function CodeEntry({ email, model, ctx }: CodeProps & { readonly email: string }): ReactNode {
  const { t } = ctx
  const step = useValue(model.step)
  return (
    <Stack gap={6}>
      <Stack gap={1} align="center">
        <Text align="center">{t('otp.sent')}</Text>
        <Text size="strong" align="center">
          <Name>{email}</Name>
        </Text>
      </Stack>
      <CodeField model={model} ctx={ctx} />
      <div role="status">
        {step.status === 'failed' && (
          <Text tone="danger" size="caption" align="center">
            {step.message}
          </Text>
        )}
        {step.status === 'checking' && (
          <Text tone="muted" size="caption" align="center">
            {t('otp.checking')}
          </Text>
        )}
        {step.status !== 'failed' && step.status !== 'checking' && (
          <Text tone="muted" size="caption" align="center">
            {t('otp.valid')}
          </Text>
        )}
      </div>
      <Resend email={email} model={model} ctx={ctx} textPrefix="otp" />
    </Stack>
  )
}

function CodeField({ model, ctx }: CodeProps): ReactNode {
  const step = useValue(model.step)
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (step.status === 'failed') setCode('') // clears a wrong code
  }, [step])
  const change = (text: string): void => {
    const digits = toAsciiDigits(text).replace(/\D/g, '').slice(0, LENGTH)
    setCode(digits)
    model.edit()
    if (digits.length === LENGTH) void model.verify(digits)
  }
  return (
    <div className={step.status === 'failed' ? 'wm-input wm-invalid' : 'wm-input'} dir="ltr">
      <input
        ref={field}
        aria-label={ctx.t('otp.label')}
        aria-invalid={step.status === 'failed' || undefined}
        autoComplete="one-time-code"
        inputMode="numeric"
        pattern="\d{6}"
        placeholder="––––––"
        readOnly={step.status === 'checking'}
        spellCheck={false}
        style={{
          fontFamily: 'var(--wm-mono)',
          fontSize: 28,
          letterSpacing: '0.5em',
          minHeight: 60,
          paddingInlineStart: '0.5em',
          textAlign: 'center',
        }}
        value={code}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  )
}

/** Whole seconds until `at` (milliseconds since the Unix epoch). Updates itself. */
function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((at - now) / 1000))
}

interface ResendProps {
  readonly email: string
  readonly model: Pick<Login, 'resendAt' | 'resend'>
  readonly ctx: ViewProps['ctx']
  /** Prefix of two text keys: `.resend`, the button after the countdown, and `.resent`, the message after the email was sent again. */
  readonly textPrefix: 'otp' | 'device'
}

export function Resend({ email, model, ctx, textPrefix }: ResendProps): ReactNode {
  const seconds = useSecondsUntil(useValue(model.resendAt))
  const { t, toast } = ctx
  const resend = async (): Promise<void> => {
    if (await model.resend(email)) toast.success(t(`${textPrefix}.resent`))
  }
  return (
    <Button kind="quiet" disabled={seconds > 0} onClick={() => void resend()}>
      {seconds > 0
        ? t('otp.resendIn', { time: durationText(seconds, ctx.site.locale.peek()) })
        : t(`${textPrefix}.resend`)}
    </Button>
  )
}
