import type { TransactionStatus, Translate } from '@wallet-modal/kernel'
import { Icon, ProgressRing, Stack, Text } from '@wallet-modal/kernel/ui'
import type { ReactNode } from 'react'

interface OutcomeProps {
  readonly status: Exclude<TransactionStatus, 'unknown'>
  readonly t: Translate
  /** A sentence below. */
  readonly note?: string
}

/** What became of a transaction, or that it is waited for. */
export function Outcome({ status, t, note }: OutcomeProps): ReactNode {
  const isBad = status === 'failed' || status === 'replaced'
  return (
    <Stack gap={4}>
      <ProgressRing state={status === 'pending' ? 'busy' : isBad ? 'failed' : 'done'}>
        <Icon name={isBad ? 'warning' : status === 'confirmed' ? 'check' : 'send'} size={32} />
      </ProgressRing>
      <Stack gap={1}>
        <Text size="strong" align="center" tone={isBad ? 'danger' : 'default'}>
          {t(`confirmed.${status}`)}
        </Text>
        {note && (
          <Text tone="muted" align="center">
            {note}
          </Text>
        )}
      </Stack>
    </Stack>
  )
}
