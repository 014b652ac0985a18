import { memo, type ReactNode } from 'react'
import type { AccountToken } from '../../../domain/assets/account-tokens.js'
import { displayedBalance } from '../../../domain/assets/displayed-balance.js'
import { Address } from '../../content/address.js'
import { Amount } from '../../content/amount.js'
import { Name } from '../../content/name.js'
import { Tag } from '../../content/tag.js'
import { TokenMark } from '../../images/token-mark.js'
import { ListItem } from '../../lists/list-item.js'

export interface TokenRowProps {
  readonly token: AccountToken
  readonly isChosen: boolean
  /** Text of a tag, for a token that may be misleading or is in no token list. The token's address is displayed with it. */
  readonly warning?: string | undefined
  /** Whether the address is displayed, because another token of the list has the same symbol. */
  readonly isAmbiguous?: boolean
  onChoose(token: AccountToken): void
}

const ShortAddress = ({ address }: { readonly address: string }): ReactNode => (
  <>
    {' · '}
    <Address short>{address}</Address>
  </>
)

/** Token with its balance. A token with spam flags has initials instead of a logo. */
export const TokenRow = memo(function TokenRow(props: TokenRowProps): ReactNode {
  const { token, isChosen, warning, isAmbiguous, onChoose } = props
  const { name, symbol, decimals, address = '' } = token
  const amount = displayedBalance(token)
  const balance =
    amount === undefined ? <Name>{symbol}</Name> : <Amount value={amount} decimals={decimals} symbol={symbol} />
  return (
    <ListItem
      label={<Name>{name}</Name>}
      description={
        warning && address ? (
          <Address short>{address}</Address>
        ) : (
          <>
            {balance}
            {/* the numeric id of a Polkadot asset is short, so it is always displayed */}
            {/^\d+$/.test(address) ? ` · ${address}` : isAmbiguous && address && <ShortAddress address={address} />}
          </>
        )
      }
      leading={<TokenMark token={token} size={40} lazy />}
      trailing={
        warning && (
          <span className="wm-side">
            {balance}
            <Tag tone="warning">{warning}</Tag>
          </span>
        )
      }
      current={isChosen}
      onClick={() => onChoose(token)}
    />
  )
})
