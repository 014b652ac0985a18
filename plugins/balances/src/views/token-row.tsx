import type { TokenBalance } from '@wallet-modal/kernel'
import { displayedBalance, shortenAddress } from '@wallet-modal/kernel/assets'
import { ListItem, Name, Tag } from '@wallet-modal/kernel/ui'
import { Address, Amount, Fiat, TokenMark } from '@wallet-modal/kernel/ui/deferred'
import { memo, type ReactNode } from 'react'

/** Maximum number of characters of a displayed symbol. Scam tokens use longer symbols to show advertising or phishing text. */
const MAX_SYMBOL = 11

const titleOf = ({ name, symbol, address = '' }: TokenBalance): string => name || symbol || shortenAddress(address)
/** Shortens a long symbol. Counts whole characters: half of an emoji would be displayed as a replacement character. */
const truncate = (symbol: string): string =>
  [...symbol].length > MAX_SYMBOL ? `${[...symbol].slice(0, MAX_SYMBOL).join('')}…` : symbol

/** Whether an address is the number of an asset. On chains with such numbers, only the number distinguishes tokens with the same name. */
const isNumber = (address: string): boolean => /^\d+$/.test(address)

interface TokenRowProps {
  readonly token: TokenBalance
  /** Label of the token's first spam flag. */
  readonly spamFlag: string | undefined
  /** Label of a frozen token; `undefined` if the token is not frozen. */
  readonly frozen: string | undefined
}

/**
 * Row of a token: name, amount and value. For a suspicious token, amount and warning replace the value, and the second line shows the short
 * address.
 */
export const TokenRow = memo(function TokenRow({ token, spamFlag, frozen }: TokenRowProps): ReactNode {
  const { address = '', decimals, symbol, valueUsd, spamFlags } = token
  const amountText = <Amount value={displayedBalance(token)} decimals={decimals} symbol={truncate(symbol)} places={6} />
  const addressText = address && <Address short>{address}</Address>
  return (
    <ListItem
      label={<Name>{titleOf(token)}</Name>}
      description={
        <>
          {spamFlags ? addressText : amountText}
          {frozen && ` · ${frozen}`}
          {!spamFlags && isNumber(address) && (
            <>
              {' · '}
              {addressText}
            </>
          )}
        </>
      }
      leading={<TokenMark token={{ ...token, name: titleOf(token) }} size={40} lazy />}
      trailing={
        spamFlags ? (
          <span className="wm-side">
            {amountText}
            <Tag tone="warning">{spamFlag}</Tag>
          </span>
        ) : (
          <Fiat value={valueUsd} />
        )
      }
    />
  )
})
