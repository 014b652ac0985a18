import { readWith } from '@wallet-modal/kernel'
import { type Fields, fieldsOf, isSameAddress } from '@wallet-modal/kernel/assets'
import type { BridgeOutcome } from '@wallet-modal/swap/contract'
import { zeroAddress } from 'viem'

/** Statuses of a transaction that LI.FI has not found yet, or whose outcome it does not know yet. */
const pending: readonly unknown[] = ['NOT_FOUND', 'INVALID', 'PENDING']

/** Whether the requested token was paid out. Also `true` if LI.FI does not report which token was paid out. */
function isRequested({ token, chainId }: Fields, receive: string): boolean {
  const { address } = fieldsOf(token)
  // LI.FI reports the coin as the zero address
  const [, reference, requestedAddress = zeroAddress] = /^eip155:(\d+)\/(?:erc20:(.+)|slip44:)/.exec(receive) ?? []
  if (typeof address !== 'string') return true
  return isSameAddress(address, requestedAddress) && String(chainId) === reference
}

/** Outcome in a reply of `/v1/status`. `receive` is the CAIP-19 id of the requested token. Throws for an unknown status. */
export const statusReply = (receive: string) =>
  readWith((value): BridgeOutcome => {
    const { status, substatus, receiving, message } = fieldsOf(value)
    // a reply with only a message is an error: LI.FI does not know the transaction yet
    if (pending.includes(status) || (status === undefined && typeof message === 'string')) return 'pending'
    if (status === 'FAILED') return 'failed'
    if (status !== 'DONE') throw new TypeError('"status" is missing or unknown')
    if (substatus === 'REFUNDED') return 'refunded'
    return substatus === 'PARTIAL' || !isRequested(fieldsOf(receiving), receive) ? 'otherToken' : 'arrived'
  })
