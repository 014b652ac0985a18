import { Button, Icon, Mark, Name, ProgressRing, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'
import type { PairingProps } from './pairing-props.js'

/** Failure message with possible next steps. */
export function Failure({ model, ctx, wallet }: PairingProps): ReactNode {
  const { status, reason, message = '', viaInstalled } = useValue(model.attempt)
  const { t } = ctx
  return (
    <Stack gap={4} align="center">
      <ProgressRing state={status === 'rejected' ? 'idle' : 'failed'}>
        <Mark name={wallet?.name ?? t('wc.title')} src={wallet?.image_url} size={72} />
      </ProgressRing>
      <div role="status">
        <Stack gap={1} align="center">
          <Text size="strong" align="center">
            {t(status === 'rejected' ? 'wc.declined' : 'wc.failed')}
          </Text>
          <Text tone="muted" align="center">
            {status === 'rejected' ? (
              t('wc.declined.hint')
            ) : reason ? (
              t(`wc.failed.${reason}`)
            ) : (
              <>
                {viaInstalled && wallet && (
                  <>
                    <Name>{wallet.name}</Name>:{' '}
                  </>
                )}
                <Name>{message}</Name>
              </>
            )}
          </Text>
        </Stack>
      </div>
      <Button compact kind="secondary" icon={<Icon name="retry" size={18} />} onClick={model.retry}>
        {t('wc.retry')}
      </Button>
      <Button compact kind="quiet" onClick={ctx.router.back}>
        {t('wc.other')}
      </Button>
    </Stack>
  )
}
