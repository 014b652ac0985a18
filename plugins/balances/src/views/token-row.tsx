import type { TokenBalance } from '@wallet-modal/kernel'
import { shortenAddress } from '@wallet-modal/kernel/assets'
import { ListItem, Name, Tag } from '@wallet-modal/kernel/ui'
import { Address, Amount, Fiat, TokenMark } from '@wallet-modal/kernel/ui/more'
import { memo, type ReactNode } from 'react'

/** Symbols are short; what is longer is somebody's message. */
const MAX_SYMBOL = 11

const titleOf = ({ name, symbol, address = '' }: TokenBalance): string => name || symbol || shortenAddress(address)
const cut = (symbol: string): string => (symbol.length > MAX_SYMBOL ? `${symbol.slice(0, MAX_SYMBOL)}…` : symbol)

/** Where tokens have numbers, a number is all that tells two of one name apart. */
const isNumber = (address: string): boolean => /^\d+$/.test(address)

interface TokenRowProps {
  readonly token: TokenBalance
  /** What speaks against it, in words. */
  readonly doubt: string | undefined
  /** The word for "cannot be moved", where that is so. */
  readonly frozen: string | undefined
}

/**
 * A token of one line: what it is, how much of it, and what that is worth. Where something speaks against it, that stands in the place of the
 * worth, and the whole line below the name is its address, of which no end may be cut off.
 */
export const TokenRow = memo(function TokenRow({ token, doubt, frozen }: TokenRowProps): ReactNode {
  const { address = '', amount, decimals, symbol, valueUsd, doubts } = token
  const held = <Amount value={amount} decimals={decimals} symbol={cut(symbol)} places={6} />
  const place = address && <Address short>{address}</Address>
  return (
    <ListItem
      label={<Name>{titleOf(token)}</Name>}
      description={
        <>
          {doubts ? place : held}
          {frozen && ` · ${frozen}`}
          {!doubts && isNumber(address) && (
            <>
              {' · '}
              {place}
            </>
          )}
        </>
      }
      leading={<TokenMark token={{ ...token, name: titleOf(token) }} size={40} lazy />}
      trailing={
        doubts ? (
          <span className="wm-side">
            {held}
            <Tag tone="warning">{doubt}</Tag>
          </span>
        ) : (
          <Fiat value={valueUsd} />
        )
      }
    />
  )
})
