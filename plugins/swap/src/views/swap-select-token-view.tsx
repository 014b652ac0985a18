import type { ViewProps } from '@wallet-modal/kernel'
import { useValue } from '@wallet-modal/kernel/ui'
import { TokenPicker } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useCallback } from 'react'
import type { Side } from '../form.js'
import type { SwapModel } from '../model.js'

type Props = ViewProps<{ readonly side: Side }, void, SwapModel>

/** Choice of the token to pay with, or to receive. */
export default function SwapSelectTokenView({ model, ctx, params }: Props): ReactNode {
  const { form } = model
  const side = params?.side ?? 'pay'
  const tokens = useValue(form.tokens)
  const chosen = useValue(form[side])
  const choose = useCallback(
    (token: Parameters<typeof form.choose>[1]) => {
      form.choose(side, token)
      ctx.router.back()
    },
    [form, side, ctx.router],
  )
  return <TokenPicker tokens={tokens} chosen={chosen?.assetId} onChoose={choose} />
}
