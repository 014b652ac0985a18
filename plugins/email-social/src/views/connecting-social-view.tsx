import type { ViewProps } from '@wallet-modal/kernel'
import { Button, Icon, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect } from 'react'
import type { Login } from '../login/login.js'
import type { SocialStep } from '../social/social-login.js'
import { socialNames } from '../social/socials.js'
import { SocialList } from './social-list.js'
import { SocialMark } from './social-mark.js'

type Props = ViewProps<void, void, Login>

/** Instructions for the service's window, and the result of the login. Without a login, the site's social logins. */
export function ConnectingSocialView({ model, ctx }: Props): ReactNode {
  const { social } = model
  const step = useValue(social.step)
  const { t } = ctx
  useEffect(() => social.resume(), [social])
  if (step.status === 'idle') return <SocialList model={model} t={t} />
  const { provider, status } = step
  const isBusy = status === 'waiting' || status === 'finishing'
  const mayRetry = status === 'waiting' ? step.isBack : !isBusy
  return (
    <Stack gap={6} align="center">
      <ProgressRing state={isBusy ? 'busy' : status === 'denied' ? 'idle' : 'failed'}>
        <SocialMark id={provider} size={36} />
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {t(`social.${status}`, { name: socialNames[provider] })}
          </Text>
          <Text tone="muted" align="center">
            {hintOf(step, t)}
          </Text>
        </Stack>
      </div>
      {mayRetry && (
        <Button
          compact
          kind="secondary"
          icon={<Icon name="retry" size={18} />}
          onClick={() => model.social.start(provider)}
        >
          {t(status === 'waiting' || status === 'blocked' ? 'social.open' : 'social.retry')}
        </Button>
      )}
    </Stack>
  )
}

function hintOf(step: SocialStep, t: Props['ctx']['t']): string {
  if (step.status === 'waiting') return t(step.isBack ? 'social.waiting.back' : 'social.waiting.hint')
  if (step.status === 'failed' && step.message !== '') return step.message
  return step.status === 'idle' ? '' : t(`social.${step.status}.hint`, { name: socialNames[step.provider] })
}
