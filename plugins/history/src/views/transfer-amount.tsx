import type { HistoryTransfer } from '@wallet-modal/kernel'
import { displayAmount } from '@wallet-modal/kernel/assets'
import { Name } from '@wallet-modal/kernel/ui'
import { Amount } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'

/** Maximum number of characters of a displayed symbol. */
const MAX_SYMBOL = 12
/** Maximum number of characters of an NFT's displayed name. Longer than {@link MAX_SYMBOL}, because a name often ends with the NFT's number. */
const MAX_NFT_NAME = 18
const signs = { in: '+', out: '−', self: '' } as const
const shorten = (text: string, length: number): string =>
  [...text].length > length ? `${[...text].slice(0, length - 1).join('')}…` : text

/** Maximum fraction digits, without and with `exact`. */
const PLACES = 4
const MAX_PLACES = 36
/** Whether the amount is displayed as a bound, such as `<0.0001`. A bound has no sign. */
const isTiny = ({ amount = 0n, decimals }: HistoryTransfer, places: number): boolean =>
  displayAmount(amount, decimals, places).startsWith('<')

interface TransferAmountProps {
  readonly transfer: HistoryTransfer
  /** Whether to display all digits and the full symbol. Default: false. */
  readonly exact?: boolean
}

/** Amount of one transfer, with its sign. */
export function TransferAmount({ transfer, exact = false }: TransferAmountProps): ReactNode {
  const { direction, kind, amount, decimals, name, symbol } = transfer
  if (kind === 'nft') {
    const text = name || 'NFT'
    return (
      <bdi className="wm-amount">
        {signs[direction]}
        {amount !== undefined && amount > 1n && decimals === 0 ? `${amount} × ` : ''}
        <Name>{exact ? text : shorten(text, MAX_NFT_NAME)}</Name>
      </bdi>
    )
  }
  const places = exact ? MAX_PLACES : PLACES
  return (
    <span dir="ltr" className="wm-amount">
      {!isTiny(transfer, places) && signs[direction]}
      <Amount
        value={amount}
        decimals={decimals}
        symbol={exact ? symbol || name : shorten(symbol || name, MAX_SYMBOL)}
        places={places}
      />
    </span>
  )
}
