import type { ViewProps } from '@wallet-modal/kernel'
import { ListItem, Mark, Name, Tag } from '@wallet-modal/kernel/ui'
import { Address, Amount } from '@wallet-modal/kernel/ui/more'
import { memo, type ReactNode } from 'react'
import type { SendModel } from '../model.js'
import type { SendableToken } from '../tokens.js'

interface TokenChoiceProps extends Pick<ViewProps<void, void, SendModel>, 'model' | 'ctx'> {
  readonly token: SendableToken
  /** What speaks against it, in words. */
  readonly doubt: string | undefined
  readonly isChosen: boolean
}

/** A token that can be sent, in the list of them. Of one that something speaks against, the address is seen, and no picture. */
export const TokenChoice = memo(function TokenChoice(props: TokenChoiceProps): ReactNode {
  const { token, doubt, isChosen, model, ctx } = props
  const { name, symbol, amount, decimals, address = '', iconUrl } = token
  const choose = (): void => {
    model.chooseToken(token)
    ctx.router.back()
  }
  const held = <Amount value={amount} decimals={decimals} symbol={symbol} />
  return (
    <ListItem
      label={<Name>{name}</Name>}
      description={
        doubt && address ? (
          <Address short>{address}</Address>
        ) : (
          <>
            {held}
            {/^\d+$/.test(address) && ` · ${address}`}
          </>
        )
      }
      leading={<Mark key={iconUrl} name={symbol} src={doubt ? undefined : iconUrl} size={40} lazy />}
      trailing={
        doubt && (
          <span className="wm-side">
            {held}
            <Tag tone="warning">{doubt}</Tag>
          </span>
        )
      }
      current={isChosen}
      onClick={choose}
    />
  )
})
