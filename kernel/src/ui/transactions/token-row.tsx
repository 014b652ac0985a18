import { memo, type ReactNode } from 'react'
import type { AccountToken } from '../../domain/assets/account-tokens.js'
import { Address } from '../content/address.js'
import { Amount } from '../content/amount.js'
import { Name } from '../content/name.js'
import { Tag } from '../content/tag.js'
import { TokenMark } from '../images/token-mark.js'
import { ListItem } from '../lists/list-item.js'
import { useTransactionTexts } from './use-transaction-texts.js'

export interface TokenRowProps {
  readonly token: AccountToken
  readonly isChosen: boolean
  /** Set if the token was found by its address and is in no list: its address and a warning are displayed. */
  readonly isUnlisted?: boolean
  onChoose(token: AccountToken): void
}

/** Token with its balance. A possibly misleading one is displayed with its address and without a picture. */
export const TokenRow = memo(function TokenRow({ token, isChosen, isUnlisted, onChoose }: TokenRowProps): ReactNode {
  const t = useTransactionTexts()
  const { name, symbol, amount, decimals, address = '', spamFlags: [flag] = [] } = token
  const balance =
    amount === undefined ? <Name>{symbol}</Name> : <Amount value={amount} decimals={decimals} symbol={symbol} />
  const warning = flag ? t(`token.flag.${flag}`) : isUnlisted && t('token.unlisted')
  return (
    <ListItem
      label={<Name>{name}</Name>}
      description={
        warning && address ? (
          <Address short>{address}</Address>
        ) : (
          <>
            {balance}
            {/^\d+$/.test(address) && ` · ${address}`}
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
