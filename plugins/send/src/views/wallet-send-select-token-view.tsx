import type { ViewProps } from '@wallet-modal/kernel'
import type { AccountToken } from '@wallet-modal/kernel/transactions'
import { useValue } from '@wallet-modal/kernel/ui'
import { TokenPicker } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useCallback } from 'react'
import type { SendModel } from '../model.js'

/** Choice of the token to send. */
export default function WalletSendSelectTokenView({ model, ctx }: ViewProps<void, void, SendModel>): ReactNode {
  const tokens = useValue(model.form.tokens.all)
  const chosen = useValue(model.form.token)
  const choose = useCallback(
    (token: AccountToken) => {
      model.form.chooseToken(token)
      ctx.router.back()
    },
    [model, ctx.router],
  )
  return <TokenPicker tokens={tokens} chosen={chosen?.assetId} onChoose={choose} />
}
