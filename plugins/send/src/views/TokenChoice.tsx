import type { ViewProps } from '@wallet-modal/kernel'
import { ListItem, Mark, Name, Tag } from '@wallet-modal/kernel/ui'
import { Amount } from '@wallet-modal/kernel/ui/more'
import { memo, type ReactNode } from 'react'
import type { SendModel } from '../model.js'
import type { SendableToken } from '../tokens.js'

interface TokenChoiceProps extends Pick<ViewProps<void, void, SendModel>, 'model' | 'ctx'> {
  readonly token: SendableToken
  /** What speaks against it, in words. */
  readonly doubt: string | undefined
  readonly isChosen: boolean
}

/** A token that can be sent, in the list of them. */
export const TokenChoice = memo(function TokenChoice(props: TokenChoiceProps): ReactNode {
  const { token, doubt, isChosen, model, ctx } = props
  const { name, symbol, amount, decimals, address = '', iconUrl } = token
  const choose = (): void => {
    model.chooseToken(token)
    ctx.router.back()
  }
  return (
    <ListItem
      label={<Name>{name}</Name>}
      description={
        <>
          <Amount value={amount} decimals={decimals} symbol={symbol} />
          {/^\d+$/.test(address) && ` · ${address}`}
        </>
      }
      leading={<Mark key={iconUrl} name={symbol} src={iconUrl} size={40} lazy />}
      trailing={doubt && <Tag tone="warning">{doubt}</Tag>}
      current={isChosen}
      onClick={choose}
    />
  )
})
