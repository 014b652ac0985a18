import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, Stack, useValue } from '@wallet-modal/kernel/ui'
import { TransactionOutcome } from '@wallet-modal/kernel/ui/transactions'
import type { ReactNode } from 'react'
import type { SendModel } from '../model.js'
import type { DisplayedResult } from '../result.js'

type Props = Pick<ViewProps<void, void, SendModel>, 'model' | 'ctx'>

/** Status of the submitted transaction. Offers no retry, even if the wallet's reply was lost. */
export default function WalletSendResultView({ model, ctx }: Props): ReactNode {
  const result = useValue(model.result)
  const { t } = ctx
  if (!result) return <EmptyState icon="send" title={t('confirmed.none')} text={t('preview.noneText')} />
  return (
    <Stack gap={4}>
      <Outcome result={result} />
      <Button kind="secondary" onClick={ctx.router.close}>
        {t('confirmed.done')}
      </Button>
    </Stack>
  )
}

function Outcome({ result }: { readonly result: DisplayedResult }): ReactNode {
  const status = useValue(result.status)
  const { sent, network, isAnswerLost } = result
  return <TransactionOutcome sent={sent} status={status} network={network} isAnswerLost={isAnswerLost} />
}
