import type { ViewProps } from '@wallet-modal/kernel'
import { List, ListItem, Name, NetworkMark, useValue } from '@wallet-modal/kernel/ui'
import { type FindToken, type TokenGroup, TokenPicker } from '@wallet-modal/kernel/ui/transactions'
import { type ReactNode, useCallback, useMemo } from 'react'
import { SwapSelectNetwork } from '../contract.js'
import { kindOf } from '../form/token-list.js'
import type { Side } from '../form/token-pair.js'
import type { SwapModel } from '../model.js'
import type { FormProps } from './form-props.js'

type Props = ViewProps<{ readonly side: Side }, void, SwapModel>

/** Choice of the token to pay or to receive. */
export default function SwapSelectTokenView({ model, ctx, params }: Props): ReactNode {
  const { form } = model
  const side = params?.side ?? 'pay'
  const tokens = useValue(side === 'pay' ? form.tokens : form.receiveTokens)
  const chosen = useValue(form[side])
  const choose = useCallback(
    (token: Parameters<typeof form.choose>[1]) => {
      form.choose(side, token)
      ctx.router.back()
    },
    [form, side, ctx.router],
  )
  const accountKey = useValue(form.context)?.key
  const receiveNetwork = useValue(form.destinations.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function searches again on another network or for another account
  const find = useCallback<FindToken>(
    (text, signal) => form.findByAddress(side, text, signal),
    [form, side, accountKey, receiveNetwork],
  )
  const { t } = ctx
  const groups = useMemo(
    () =>
      (['own', 'suggested', 'popular', 'other'] as const).map(
        (kind): TokenGroup => ({ title: t(`token.${kind}`), has: (token) => kindOf(token) === kind }),
      ),
    [t],
  )
  return (
    <TokenPicker
      tokens={tokens}
      groups={groups}
      find={find}
      chosen={chosen?.assetId}
      onChoose={choose}
      before={side === 'receive' && <NetworkRow model={model} ctx={ctx} />}
    />
  )
}

/** Link to the choice of the receiving network, if there is more than one. */
function NetworkRow({ model: { form }, ctx: { t, router } }: FormProps): ReactNode {
  const networks = useValue(form.destinations.all)
  const current = useValue(form.destinations.current)
  if (!current || networks.length < 2) return null
  return (
    <List label={t('network.choose')}>
      <ListItem
        label={<Name>{current.name}</Name>}
        description={t('token.network')}
        leading={<NetworkMark network={current} size={40} />}
        trailing="chevron"
        onClick={() => void router.push(SwapSelectNetwork)}
      />
    </List>
  )
}
